/** The topics' values before their first change. Imports no schemas, so that windows start without them. */

import type { EventValue, TopicName } from '../definitions';
import { defaultSettings } from '../setting-rows';
import type { Bridge } from './index';

/** Has each topic of the bridge and nothing else, which the compiler checks: main creates, and windows mirror, the topics listed here. */
export const topicInitials: { readonly [N in TopicName<Bridge>]: EventValue<Bridge, N> } = {
  'lock.state': { locked: false, problem: null, hasPassphrase: false, secrets: 'system', canSeal: false, canCheckPresence: false },
  'settings.state': defaultSettings,
  'settings.isProxySignInLost': false,
  'connections.list': [],
  'connections.clocks': [],
  'accounts.list': [],
  'sandbox.state': { state: 'stopped' },
  'app.notices': [],
  'links.list': [],
  'diagnostics.slowCalls': [],
  'diagnostics.certificates': null,
  'impersonations.list': [],
  'app.updates': { state: 'off', reason: 'not-offered' },
  'policy.state': { state: 'none' },
  'localIndex.state': [],
  'journal.state': {
    state: 'closed',
    fault: null,
    unrecorded: 0,
    isTemporary: false,
    setAside: null,
    verification: 'pending',
    verifiedAtMillis: null,
    faults: [],
    entries: null,
    end: null,
  },
  'jobs.running': [],
  'imports.runs': [],
  'imports.mappings': [],
  'savedViews.list': [],
  'exports.runs': [],
  'drift.followed': [],
  'watch.state': { findings: [], checkedAtMillis: null },
};

/** The names of all topics, in the order in which windows read them. */
export const topicNames = Object.keys(topicInitials) as readonly TopicName<Bridge>[];
