/** The process that writes, for the benchmark of killed writers. */
import '../../support/main/journal-writer';
