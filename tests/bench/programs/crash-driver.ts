/** The process that dies, for the benchmark of crashes. */
import '../../support/crash-driver';
