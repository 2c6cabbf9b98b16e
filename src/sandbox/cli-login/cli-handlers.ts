/** The behaviour of the rows of `cli`. */

import type { HandlersOf } from '../server/handler-types';
import { completeCli, createCliLogin, pollCli } from './cli-login';

export const cliHandlers: HandlersOf<'cli'> = {
  'cli.create': createCliLogin,
  'cli.complete': completeCli,
  'cli.poll': pollCli,
};
