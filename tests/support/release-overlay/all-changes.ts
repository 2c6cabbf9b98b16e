/** Every difference of a later release that is played, in the order in which a request meets them. */
import type { Change } from './change';
import { accessTokenChanges } from './changes/access-tokens';
import { anonymousUserChanges } from './changes/anonymous-users';
import { cliLoginChanges } from './changes/cli-login';
import { configurationChanges } from './changes/configuration';
import { credentialChanges } from './changes/credentials';
import { deletedUserChanges } from './changes/deleted-users';
import { emailCaseChanges } from './changes/email-case';
import { emailTemplateChanges } from './changes/email-templates';
import { emailChanges } from './changes/emails';
import { invitationChanges } from './changes/invitations';
import { keptEmailChanges } from './changes/kept-emails';
import { metricsChanges } from './changes/metrics';
import { oauthCallbackChanges } from './changes/oauth-callback';
import { ownSessionChanges } from './changes/own-session';
import { ownerTeamChanges } from './changes/owner-teams';
import { pathChanges } from './changes/paths';
import { projectChanges } from './changes/projects';
import { renamedChanges } from './changes/renamed';
import { restrictedUserChanges } from './changes/restricted-users';
import { signUpChanges } from './changes/sign-up';
import { userChanges } from './changes/users';
import { versionChanges } from './changes/version';
import { webhookChanges } from './changes/webhooks';

export const allChanges: readonly Change[] = [
  ...renamedChanges,
  ...accessTokenChanges,
  ...pathChanges,
  ...versionChanges,
  ...credentialChanges,
  ...deletedUserChanges,
  ...ownSessionChanges,
  ...restrictedUserChanges,
  ...anonymousUserChanges,
  ...userChanges,
  ...emailCaseChanges,
  ...keptEmailChanges,
  ...signUpChanges,
  ...cliLoginChanges,
  ...oauthCallbackChanges,
  ...ownerTeamChanges,
  ...projectChanges,
  ...configurationChanges,
  ...emailTemplateChanges,
  ...emailChanges,
  ...invitationChanges,
  ...metricsChanges,
  ...webhookChanges,
];
