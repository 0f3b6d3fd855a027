"""`studio` under ten thousand hostile requests."""

import unittest

from studio_test import besiege


class Hostile(unittest.TestCase):
    def test_ten_thousand_hostile_requests_get_nothing(self):
        besiege(self, 10000, 2)


if __name__ == "__main__":
    unittest.main()
