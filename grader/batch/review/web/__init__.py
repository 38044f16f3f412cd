"""The review as a page on this machine: for whoever has the address that the terminal shows.

It needs the extra ``[review]`` (Starlette and uvicorn), which nothing else imports.
"""
