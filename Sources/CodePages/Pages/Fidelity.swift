// FB8001 unsupported-feature error
//
// means: An input asks for something that this version does not do: a feature of Firestore, a key of a workload, or a
//   construct of YAML such as tags and merge keys. Nothing is silently left out, therefore the finding is an error.
// why: A result that ignores part of its input would be a result about something else.
// example:
//   <<: *defaults
// fix: Write it without the feature; the help line says how where there is a way.
// ignore: When the rest of the result is what you need and you know what is missing.

// FB8002 behaviour-unverified info
//
// means: The verdict depends on behaviour of production that nobody has published or recorded. The finding names the
//   open question or the switch that decides it.
// why: Some rules can only be learnt by watching production. Where no recording exists Firebreak takes the more
//   cautious answer and says so.
// example:
//   info[FB8002 behaviour-unverified]: served only if ... holds
// fix: Avoid the dependence (for an index: declare the exact one), or set the switch with `--assume NAME=VALUE` if you
//   know the answer.
// ignore: When you have seen production do what the assumption says.
