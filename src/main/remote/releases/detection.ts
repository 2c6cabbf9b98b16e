/** What shows that a service has a feature, feature by feature (wire/newer 3). */
import type { AppError } from '../../../contract/errors';
import type { Feature } from '../../../contract/features';
import type { Endpoint } from '../../../contract/kit';
import type { RowInput } from '../request';
import { probeRows } from './probe-endpoints';
import { isEndpointMissing } from './resolve-endpoint';

/** The outcome of a probe; a refusal can be as telling as a value. */
export type ProbeOutcome = { readonly value: unknown } | { readonly error: AppError };

/** What an outcome shows of a feature; `unreadable` is one from which nothing follows, such as a fault or a refused key. */
export type Sign = 'present' | 'absent' | 'unreadable';

/**
 * The credential that a probe is sent with, and without which it is not sent: none at all, the project's ID alone, any key of the
 * project, its admin key. The session of its owner replaces every key.
 */
export type ProbeCredential = 'none' | 'project' | 'any-key' | 'admin';

export interface Probe {
  readonly row: Endpoint;
  readonly input?: RowInput;
  readonly credential: ProbeCredential;
}

export interface DetectionRow {
  readonly probe: Probe;
  readonly read: (outcome: ProbeOutcome) => Sign;
  /** What it means when the sign is absent, for the documentation. */
  readonly absence: string;
}

/** Features that show in nothing that can be requested without changing something: the release's number decides. */
export const byNumberOnly = [
  'anonymous-opt-in',
  'empty-session-lists',
  'lower-case-emails',
  'trusted-ports',
] as const satisfies readonly Feature[];

type ProbedFeature = Exclude<Feature, (typeof byNumberOnly)[number]>;

const isMissing = (outcome: ProbeOutcome) => 'error' in outcome && isEndpointMissing(outcome.error);
const known = (outcome: ProbeOutcome) => ('error' in outcome ? outcome.error.report.known : undefined);

/** An endpoint that is there responds with anything but the page for paths that are not. */
const isThere = (outcome: ProbeOutcome): Sign => {
  if (isMissing(outcome)) return 'absent';
  return 'value' in outcome || known(outcome) !== undefined || outcome.error.report.status === 405 ? 'present' : 'unreadable';
};

const isGone = (outcome: ProbeOutcome): Sign => {
  const there = isThere(outcome);
  return there === 'unreadable' ? there : there === 'present' ? 'absent' : 'present';
};

/** Reads the project as its admin sees it; a service without that endpoint is older than owner teams. */
const hasOwnerTeam = (outcome: ProbeOutcome): Sign => {
  if (isMissing(outcome)) return 'absent';
  // Only an admin's project says whether localhost is allowed.
  if (!('value' in outcome) || at(at(outcome.value, 'config'), 'allow_localhost') === undefined) return 'unreadable';
  return at(outcome.value, 'owner_team_id') === undefined ? 'absent' : 'present';
};

/** The key that the request carries is checked before its query, so that other refusals say nothing about that. */
const takesOwnInvitations = (outcome: ProbeOutcome): Sign => {
  if ('value' in outcome || known(outcome) === 'CANNOT_GET_OWN_USER_WITHOUT_USER') return 'present';
  return known(outcome) === 'SCHEMA_ERROR' ? 'absent' : 'unreadable';
};

const takesNoKey = (outcome: ProbeOutcome): Sign => {
  if ('value' in outcome || known(outcome) === 'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT') return 'present';
  return known(outcome) === 'CLIENT_AUTHENTICATION_REQUIRED' ? 'absent' : 'unreadable';
};

const peek = (row: Endpoint): DetectionRow => ({
  probe: { row, ...(row.method === 'POST' ? { input: { body: {} } } : {}), credential: 'none' },
  read: isThere,
  absence: 'the page for unknown paths: not offered',
});

/** A row for each feature whose presence shows. */
export const detections: Readonly<Record<ProbedFeature, DetectionRow>> = {
  'internal-project-path': peek(probeRows.internalPath),
  'credential-scanning': peek(probeRows.credentialScanning),
  'notification-preferences': peek(probeRows.notificationPreferences),
  'sign-in-invitation': peek(probeRows.signInInvitation),
  'oauth-providers': peek(probeRows.oauthProviders),
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
  'project-transfer': peek(probeRows.transfer),
  'config-levels': peek(probeRows.configLevel),
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
};

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
