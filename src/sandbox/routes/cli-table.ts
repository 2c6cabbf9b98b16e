/** The behaviour of the rows of `cli`. */
import { completeCli, createCliLogin, pollCli } from './cli';
import type { HandlersOf } from './handlers';

export const cliHandlers: HandlersOf<'cli'> = {
  'cli.create': createCliLogin,
  'cli.complete': completeCli,
  'cli.poll': pollCli,
};
