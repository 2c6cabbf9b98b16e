/** The behaviour of the rows of `auth`. */
import { anonymousSignUp } from './anonymous';
import type { HandlersOf } from './handlers';
import { passwordSignIn, passwordSignUp } from './password';
import { listSessions, refresh, revokeSession, signOut } from './sessions';
import { token } from './token';

export const authHandlers: HandlersOf<'auth'> = {
  'auth.passwordSignUp': passwordSignUp,
  'auth.passwordSignIn': passwordSignIn,
  'auth.anonymousSignUp': anonymousSignUp,
  'auth.refresh': refresh,
  'auth.token': token,
  'auth.signOut': signOut,
  'auth.sessions': listSessions,
  'auth.revokeSession': revokeSession,
};
