"""Settings of all tests."""

from hypothesis import settings

# A busy machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
