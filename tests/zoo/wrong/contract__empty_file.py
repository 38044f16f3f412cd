# expect: api

