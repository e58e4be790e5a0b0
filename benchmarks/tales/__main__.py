"""`python -m benchmarks.tales [NAME…]`."""

import sys

from benchmarks.tales import main

main(sys.argv[1:])
