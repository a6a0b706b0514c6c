"""Property tests take the same examples in each run, and no account of time: the machine may be busy."""

from hypothesis import settings

settings.register_profile("lab", deadline=None, max_examples=25, derandomize=True)
settings.load_profile("lab")
