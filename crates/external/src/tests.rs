//! Programs that keep to their protocols, and programs that do not: small scripts of `sh`.
