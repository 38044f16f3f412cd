# expect: verify-can-fail: without ever loading
print("max diff: 0.0")
print("OK")
