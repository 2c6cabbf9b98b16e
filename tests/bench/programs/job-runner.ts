/** The process that runs a job, for the benchmark of killed jobs. */
import '../../support/main/job-runner';
