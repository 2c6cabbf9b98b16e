/** Everything the renderer may ask of the main process, and hear from it, beyond the catalogue. */
import type { Contract } from '../kit';
import { accounts } from './accounts';
import { app } from './app';
import { connections } from './connections';
import { diagnostics } from './diagnostics';
import { sandbox } from './sandbox';
import { secrets } from './secrets';
import { settingsCalls } from './settings';
import { signIn } from './sign-in';

export const bridge = {
  app,
  connections,
  accounts,
  signIn,
  sandbox,
  settings: settingsCalls,
  secrets,
  diagnostics,
} as const satisfies Contract;
export type Bridge = typeof bridge;
