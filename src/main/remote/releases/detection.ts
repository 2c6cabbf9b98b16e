/** The probes that detect each feature of a service (wire/newer 3). */

import type { Endpoint } from '#contract/definitions.ts';
import type { AppError } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import type { EndpointInput, HeaderPrefix } from '../request';
import { probeRows } from './probe-endpoints';
import { isEndpointMissing } from './resolve-endpoint';

/** The outcome of a probe; an error can show a feature as well. */
export type ProbeOutcome = { readonly value: unknown } | { readonly error: AppError };

/** The result of reading an outcome. `unreadable`: it shows nothing about the feature, as with a server error or a refused key. */
type Sign = 'present' | 'absent' | 'unreadable';

/**
 * The credential that a probe requires: none, the project's ID only, any key of the project, or its admin key. The owner's session
 * replaces every key.
 */
export type ProbeCredential = 'none' | 'project' | 'any-key' | 'admin';

export interface Probe {
  readonly row: Endpoint;
  readonly input?: EndpointInput;
  readonly credential: ProbeCredential;
  /** The names of its headers, if they are what it detects. */
  readonly headerPrefix?: HeaderPrefix;
}

export interface DetectionRow {
  readonly probe: Probe;
  readonly read: (outcome: ProbeOutcome) => Sign;
  /** The sign that the feature is absent, and its meaning, for the documentation. */
  readonly absence: string;
}

/** Features that can't be detected without changing data: the release number decides, or without one the features that were detected. */
export const byNumberOnly = [
  'anonymous-opt-in',
  // A probe would be a deletion.
  'draft-deletion',
  'empty-session-lists',
  'lower-case-emails',
  'old-email-kept',
  'scheduled-emails',
  'test-emails-unlisted',
  'trusted-ports',
] as const satisfies readonly Feature[];

type ProbedFeature = Exclude<Feature, (typeof byNumberOnly)[number]>;

const isMissing = (outcome: ProbeOutcome) => 'error' in outcome && isEndpointMissing(outcome.error);
const known = (outcome: ProbeOutcome) => ('error' in outcome ? outcome.error.report.known : undefined);

/** Whether the endpoint exists: a missing one responds with the page for unknown paths. */
const isThere = (outcome: ProbeOutcome): Sign => {
  if (isMissing(outcome)) return 'absent';
  return 'value' in outcome || known(outcome) !== undefined || outcome.error.report.status === 405 ? 'present' : 'unreadable';
};

const isGone = (outcome: ProbeOutcome): Sign => {
  const there = isThere(outcome);
  return there === 'unreadable' ? there : there === 'present' ? 'absent' : 'present';
};

/** Whether projects have an owner team. A service without the endpoint for project admins is older than owner teams. */
const hasOwnerTeam = (outcome: ProbeOutcome): Sign => {
  if (isMissing(outcome)) return 'absent';
  // The project's admin shape contains `allow_localhost` in every release.
  if (!('value' in outcome) || at(at(outcome.value, 'config'), 'allow_localhost') === undefined) return 'unreadable';
  return at(outcome.value, 'owner_team_id') === undefined ? 'absent' : 'present';
};

/** Whether `user_id` is accepted. The service checks the key before the query, so other errors show nothing about the query. */
const takesOwnInvitations = (outcome: ProbeOutcome): Sign => {
  if ('value' in outcome || known(outcome) === 'CANNOT_GET_OWN_USER_WITHOUT_USER') return 'present';
  return known(outcome) === 'SCHEMA_ERROR' ? 'absent' : 'unreadable';
};

const takesNoKey = (outcome: ProbeOutcome): Sign => {
  if ('value' in outcome || known(outcome) === 'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT') return 'present';
  return known(outcome) === 'CLIENT_AUTHENTICATION_REQUIRED' ? 'absent' : 'unreadable';
};

/** A service that doesn't know the headers takes the request for one without them (wire/conventions 2). */
const knowsHeaders = (outcome: ProbeOutcome): Sign => {
  if ('value' in outcome) return 'present';
  if (known(outcome) === undefined) return 'unreadable';
  return known(outcome) === 'ACCESS_TYPE_REQUIRED' ? 'absent' : 'present';
};

const peek = (row: Endpoint): DetectionRow => ({
  probe: { row, ...(row.method === 'POST' ? { input: { body: {} } } : {}), credential: 'none' },
  read: isThere,
  absence: 'the page for unknown paths: not offered',
});

/** The probe and its reader for each feature that can be detected. */
export const detections: Readonly<Record<ProbedFeature, DetectionRow>> = {
  'internal-project-path': peek(probeRows.internalPath),
  'credential-scanning': peek(probeRows.credentialScanning),
  'notification-preferences': peek(probeRows.notificationPreferences),
  'sign-in-invitation': peek(probeRows.signInInvitation),
  'oauth-providers': peek(probeRows.oauthProviders),
  'email-rendering': peek(probeRows.renderEmail),
  'templates-by-id': {
    probe: { row: probeRows.emailTemplates, credential: 'none' },
    read: isGone,
    absence: 'the older endpoint responds: templates are named by type',
  },
  'config-override': peek(probeRows.config),
  'owner-team': {
    probe: { row: probeRows.internalProject, credential: 'admin' },
    read: hasOwnerTeam,
    absence: 'no owner_team_id, or no such endpoint: projects belong to users',
  },
  'email-themes': peek(probeRows.emailThemes),
  'email-drafts': peek(probeRows.emailDrafts),
  'project-transfer': peek(probeRows.transfer),
  'delivery-figures': peek(probeRows.deliveryFigures),
  'email-outbox': peek(probeRows.outbox),
  'affected-users': peek(probeRows.affectedUsers),
  'config-levels': peek(probeRows.configLevel),
  'sign-up-rules': peek(probeRows.signUpRules),
  'sign-up-rules-test': peek(probeRows.signUpRulesTest),
  'reset-config-keys': peek(probeRows.resetConfigKeys),
  'invitations-for-me': {
    probe: { row: probeRows.invitations, input: { query: { user_id: 'me' } }, credential: 'any-key' },
    read: takesOwnInvitations,
    absence: 'SCHEMA_ERROR for user_id: not offered; other refusals say nothing',
  },
  'connected-accounts-list': peek(probeRows.connectedAccounts),
  'keyless-clients': {
    probe: { row: probeRows.projectWithoutKey, credential: 'project' },
    read: takesNoKey,
    absence: 'CLIENT_AUTHENTICATION_REQUIRED: a publishable key is needed',
  },
  'managed-domains': peek(probeRows.managedDomains),
  'delivery-boost': peek(probeRows.deliveryBoost),
  'new-header-names': {
    probe: { row: probeRows.projectWithoutKey, credential: 'project', headerPrefix: 'x-hexclave-' },
    read: knowsHeaders,
    absence: 'ACCESS_TYPE_REQUIRED for `x-hexclave-` headers: `x-stack-` headers are sent',
  },
};

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
