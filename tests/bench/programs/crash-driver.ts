/** The process that dies, for the benchmark of crashes. */
import '../../support/main/crash-driver';
