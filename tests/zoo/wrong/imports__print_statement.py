# expect: imports
import numpy as np

class MultiHeadAttention:
    def forward(self, x, mask=None):
        print "forward", x.shape
        return x
