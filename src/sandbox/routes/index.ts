/** The behaviour of every row of the catalogue: one handler each, so that a missing one does not compile. */
import type { RowName, RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { anonymousSignUp } from './anonymous';
import { deleteOwnUser, readOwnUser, updateOwnUser } from './own-user';
import { passwordSignIn, passwordSignUp } from './password';
import { currentProject, jwks } from './projects';
import { listSessions, refresh, revokeSession, signOut } from './sessions';
import { listTeamsOf } from './teams';
import { token } from './token';
import { listUsers, readUser, updateAnyUser } from './users';

type Handlers = { readonly [N in RowName]: Handler<RowOf<N>> };

export const handlers: Handlers = {
  'auth.passwordSignUp': passwordSignUp,
  'auth.passwordSignIn': passwordSignIn,
  'auth.anonymousSignUp': anonymousSignUp,
  'auth.refresh': refresh,
  'auth.token': token,
  'auth.signOut': signOut,
  'auth.sessions': listSessions,
  'auth.revokeSession': revokeSession,
  'users.me': readOwnUser,
  'users.updateMe': updateOwnUser,
  'users.deleteMe': deleteOwnUser,
  'users.list': listUsers,
  'users.read': readUser,
  'users.update': updateAnyUser,
  'teams.list': listTeamsOf,
  'projects.current': currentProject,
  'projects.jwks': jwks,
};
