"""`python -m noctuary`: the command line, for where its script is not on the path."""

from noctuary.cli import run

if __name__ == "__main__":
    run()
