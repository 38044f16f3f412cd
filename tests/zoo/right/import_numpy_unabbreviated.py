import numpy
import numpy.linalg
import numpy.random


def softmax(x):
    y = numpy.exp(x - numpy.max(x, axis=-1, keepdims=True))
    return y / numpy.sum(y, axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    return numpy.matmul(softmax(numpy.matmul(Q, numpy.transpose(K)) / numpy.sqrt(Q.shape[-1])), V)


class MultiHeadAttention(object):
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = numpy.random.default_rng(seed)
        self.W_Q = rng.standard_normal((d_model, d_model)) / numpy.sqrt(d_model)
        self.W_K = rng.standard_normal((d_model, d_model)) / numpy.sqrt(d_model)
        self.W_V = rng.standard_normal((d_model, d_model)) / numpy.sqrt(d_model)
        self.W_O = rng.standard_normal((d_model, d_model)) / numpy.sqrt(d_model)

    def forward(self, x, mask=None):
        shape = (x.shape[0], self.n_heads, self.d_head)
        Q = numpy.transpose(numpy.reshape(numpy.matmul(x, self.W_Q), shape), (1, 0, 2))
        K = numpy.transpose(numpy.reshape(numpy.matmul(x, self.W_K), shape), (1, 2, 0))
        V = numpy.transpose(numpy.reshape(numpy.matmul(x, self.W_V), shape), (1, 0, 2))
        scores = numpy.matmul(Q, K) / numpy.sqrt(self.d_head)
        if mask is not None:
            scores = numpy.add(scores, mask)
        out = numpy.transpose(numpy.matmul(softmax(scores), V), (1, 0, 2))
        return numpy.matmul(numpy.reshape(out, (x.shape[0], self.d_model)), self.W_O)
