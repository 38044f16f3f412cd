"""Where submissions come from: each source is listed first, and read one by one later.

A source yields ``Entry`` after ``Entry`` without opening any submission, so that a class of any
size is listed at once; what an entry says of how to read it is plain data, kept in the store.
"""
