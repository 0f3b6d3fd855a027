"""The kills of resume_test.py, ten times as many."""

import unittest

from resume_test import SETUPS
from runs import check_kills


class Killed(unittest.TestCase):
    def test_two_hundred_killed_runs_end_up_with_the_same_bytes(self):
        check_kills(self, 200, 2, SETUPS)


if __name__ == "__main__":
    unittest.main()
