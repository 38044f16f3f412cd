import numpy as n
class MultiHeadAttention:
 def __init__(s,d_model,n_heads,seed=0):
  d,h=d_model,n_heads;assert d%h<1
  s.d_model,s.n_heads,s.d_head=d,h,d//h;s.W_Q,s.W_K,s.W_V,s.W_O=n.random.default_rng(seed).normal(0,d**-.5,(4,d,d))
 def forward(s,x,mask=None):
  f=lambda w:(x@w).reshape(len(x),s.n_heads,-1).swapaxes(0,1);a=f(s.W_Q)@f(s.W_K).swapaxes(1,2)/s.d_head**.5
  if mask is not None:a=a+mask
  a=n.exp(a-a.max(2)[...,None]);return((a/a.sum(2)[...,None])@f(s.W_V)).swapaxes(0,1).reshape(x.shape)@s.W_O
