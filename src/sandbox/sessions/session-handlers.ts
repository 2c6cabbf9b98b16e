/** Handlers of sessions. */
import type { HandlersOf } from '../http/handler-types';
import { createSession, listSessions, refresh, revokeSession, signOut } from './sessions';

export const sessionHandlers = {
  'auth.refresh': refresh,
  'auth.signOut': signOut,
  'auth.createSession': createSession,
  'auth.sessions': listSessions,
  'auth.revokeSession': revokeSession,
} satisfies Partial<HandlersOf<'auth'>>;
