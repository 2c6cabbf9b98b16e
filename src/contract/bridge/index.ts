/** The bridge's calls and pushes between the renderer and the main process, other than those of the catalog. */

import type { Contract } from '../definitions';
import { accounts } from './accounts';
import { app } from './app';
import { callbacks } from './callbacks';
import { configuration } from './configuration';
import { connections } from './connections';
import { data } from './data';
import { diagnostics } from './diagnostics';
import { drift } from './drift';
import { exports } from './exports';
import { externalEdits } from './external-edits';
import { impersonations } from './impersonations';
import { imports } from './imports';
import { jobs } from './jobs';
import { journal } from './journal';
import { links } from './links';
import { localData } from './local-data';
import { localIndex } from './local-index';
import { lock } from './lock';
import { previews } from './previews';
import { safety } from './safety';
import { sandbox } from './sandbox';
import { savedViews } from './saved-views';
import { sealedConnections } from './sealed-connections';
import { secrets } from './secrets';
import { policy, settingsCalls } from './settings';
import { signIn, twoFactor } from './sign-in';
import { snapshots } from './snapshots';
import { undo } from './undo';
import { viewState } from './view-state';
import { watch } from './watch';
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
  localIndex,
  journal,
  undo,
  snapshots,
  jobs,
  imports,
  savedViews,
  exports,
  configuration,
  drift,
  externalEdits,
} as const satisfies Contract;
export type Bridge = typeof bridge;
