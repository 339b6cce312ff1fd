// FB9001 internal-error error
//
// means: Firebreak itself failed. Your input is not to blame, whatever it contains: no input may cause this.
// why: An internal invariant did not hold, and a wrong answer would be worse than none.
// example:
//   error[FB9001 internal-error]: ...
// fix: Report it with the version, the command and the hash that the message prints. The hash says nothing about the
//   content of your files.
// ignore: Never; the command has not done its work (exit code 3).
