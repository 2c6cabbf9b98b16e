import type { UserOf } from '#data/users.ts';
import type { MessageKey } from '#messages/translator.ts';

export interface SessionTexts {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly empty: MessageKey;
  readonly emptyText: MessageKey;
  /** The button for all sessions that can be revoked, and its question. */
  readonly revokeAll: MessageKey;
  readonly revokeAllTitle: MessageKey;
  readonly revokeAllConsequence: MessageKey;
  readonly mapText: MessageKey;
  readonly mapUnlocated: MessageKey;
  readonly mapLabel: MessageKey;
  readonly mapOthers: MessageKey;
}

/** The texts of sessions: to the account about its own, and to a project admin about those of a user. */
export const sessionTexts: Readonly<Record<UserOf['actor'], SessionTexts>> = {
  account: {
    title: 'sessions.title',
    text: 'sessions.text',
    empty: 'sessions.empty',
    emptyText: 'sessions.empty.text',
    revokeAll: 'sessions.revoke-others',
    revokeAllTitle: 'sessions.revoke-others.title',
    revokeAllConsequence: 'sessions.revoke-others.consequence',
    mapText: 'sessions.map.text',
    mapUnlocated: 'sessions.map.unlocated',
    mapLabel: 'sessions.map.label',
    mapOthers: 'sessions.map.others',
  },
  project: {
    title: 'sessions.title',
    text: 'users.sessions.text',
    empty: 'users.sessions.none.title',
    emptyText: 'users.sessions.none.text',
    revokeAll: 'users.sessions.revoke-all',
    revokeAllTitle: 'users.sessions.revoke-all.title',
    revokeAllConsequence: 'users.sessions.revoke-all.consequence',
    mapText: 'users.sessions.map.text',
    mapUnlocated: 'users.sessions.map.unlocated',
    mapLabel: 'users.sessions.map.label',
    mapOthers: 'users.sessions.map.others',
  },
};
