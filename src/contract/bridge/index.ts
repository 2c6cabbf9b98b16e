/** The bridge's calls and pushes between the renderer and the main process, other than those of the catalog. */

import { previews } from '../email-template/previews';
import type { Contract } from '../kit';
import { policy } from '../settings/policy';
import { sealedConnections } from '../transfer/sealed-connections';
import { watch } from '../watch/watch';
import { accounts } from './accounts';
import { app } from './app';
import { callbacks } from './callbacks';
import { connections } from './connections';
import { data } from './data';
import { diagnostics } from './diagnostics';
import { impersonations } from './impersonations';
import { links } from './links';
import { localData } from './local-data';
import { lock } from './lock';
import { safety } from './safety';
import { sandbox } from './sandbox';
import { secrets } from './secrets';
import { settingsCalls } from './settings';
import { signIn } from './sign-in';
import { twoFactor } from './two-factor';
import { viewState } from './view-state';
import { webhookPortal } from './webhook-portal';

export const bridge = {
  app,
  connections,
  sealedConnections,
  safety,
  accounts,
  signIn,
  twoFactor,
  links,
  lock,
  localData,
  callbacks,
  impersonations,
  sandbox,
  settings: settingsCalls,
  policy,
  secrets,
  data,
  diagnostics,
  previews,
  viewState,
  watch,
  webhookPortal,
} as const satisfies Contract;
export type Bridge = typeof bridge;
