/** All scenes, by area. The order is that of the contact sheets; each area and each scene is independent. */
import { adminTeamScenes } from './admin-team-scenes';
import { bulkScenes } from './bulk-scenes';
import { compareScenes } from './compare-scenes';
import { configurationScenes } from './configuration-scenes';
import { connectedAccountScenes } from './connected-account-scenes';
import { connectionScenes } from './connection-scenes';
import { definitionScenes } from './definition-scenes';
import { domainScenes } from './domain-scenes';
import { emailScenes } from './email-scenes';
import { emailSourceScenes } from './email-source-scenes';
import { failureScenes } from './failure-scenes';
import { firstRunScenes } from './first-run-scenes';
import { frameScenes } from './frame-scenes';
import { historyScenes } from './history-scenes';
import { impersonationScenes } from './impersonation-scenes';
import { importScenes } from './import-scenes';
import { jobScenes } from './job-scenes';
import { journalScenes } from './journal-scenes';
import { keyScenes } from './key-scenes';
import { laterReleaseScenes } from './later-release-scenes';
import { lockScenes } from './lock-scenes';
import { managedDomainScenes } from './managed-domain-scenes';
import { methodScenes } from './method-scenes';
import { modeScenes } from './mode-scenes';
import { outboxScenes } from './outbox-scenes';
import { overviewScenes } from './overview-scenes';
import { ownerProjectScenes } from './owner-project-scenes';
import { permissionScenes } from './permission-scenes';
import { presenceScenes } from './presence-scenes';
import { profileScenes } from './profile-scenes';
import { projectKeyScenes } from './project-key-scenes';
import { projectScenes } from './project-scenes';
import { removalScenes } from './removal-scenes';
import type { Area } from './scene';
import { sendEmailScenes } from './send-email-scenes';
import { sessionScenes } from './session-scenes';
import { settingsFileScenes } from './settings-file-scenes';
import { settingsScenes } from './settings-scenes';
import { signInCardScenes } from './sign-in-card-scenes';
import { signInScenes } from './sign-in-scenes';
import { signInSettingsScenes } from './sign-in-settings-scenes';
import { signUpRuleScenes } from './sign-up-rule-scenes';
import { signedOutScenes } from './signed-out-scenes';
import { snapshotScenes } from './snapshot-scenes';
import { teamScenes } from './team-scenes';
import { undoScenes } from './undo-scenes';
import { userIndexScenes } from './user-index-scenes';
import { userPermissionScenes } from './user-permission-scenes';
import { userScenes } from './user-scenes';
import { userSignInScenes } from './user-sign-in-scenes';
import { usersScenes } from './users-scenes';

export const areas: readonly Area[] = [
  { name: 'first run', scenes: firstRunScenes, isEmpty: true },
  { name: 'users', scenes: usersScenes },
  { name: 'finding users', scenes: userIndexScenes },
  { name: 'bulk work', scenes: bulkScenes },
  { name: 'user', scenes: userScenes },
  { name: 'undo', scenes: undoScenes },
  { name: 'user sign-in', scenes: userSignInScenes },
  { name: 'user permissions', scenes: userPermissionScenes },
  { name: 'impersonation', scenes: impersonationScenes },
  { name: 'histories', scenes: historyScenes },
  { name: 'project teams', scenes: adminTeamScenes },
  { name: 'permission definitions', scenes: definitionScenes },
  { name: 'sign-in methods', scenes: methodScenes },
  { name: 'sign-up rules', scenes: signUpRuleScenes },
  { name: 'domains', scenes: domainScenes },
  { name: 'email server', scenes: emailScenes },
  { name: 'managed domain', scenes: managedDomainScenes },
  { name: 'email themes and drafts', scenes: emailSourceScenes },
  { name: 'outbox', scenes: outboxScenes },
  { name: 'emails to users', scenes: sendEmailScenes },
  { name: 'project keys', scenes: projectKeyScenes },
  { name: 'project settings', scenes: projectScenes },
  { name: 'configuration', scenes: configurationScenes },
  { name: 'comparison', scenes: compareScenes },
  { name: 'projects of an owner', scenes: ownerProjectScenes },
  { name: 'imports', scenes: importScenes },
  { name: 'jobs', scenes: jobScenes },
  { name: 'journal', scenes: journalScenes },
  { name: 'overview', scenes: overviewScenes },
  { name: 'profile', scenes: profileScenes },
  { name: 'sign-in settings', scenes: signInSettingsScenes },
  { name: 'sessions', scenes: sessionScenes },
  { name: 'connected accounts', scenes: connectedAccountScenes },
  { name: 'API keys', scenes: keyScenes },
  { name: 'permissions', scenes: permissionScenes },
  { name: 'teams', scenes: teamScenes },
  { name: 'removals', scenes: removalScenes },
  { name: 'snapshots', scenes: snapshotScenes },
  { name: 'failures', scenes: failureScenes },
  { name: 'window', scenes: frameScenes },
  { name: 'modes and notices', scenes: modeScenes },
  { name: 'lock', scenes: lockScenes },
  { name: 'settings of the app', scenes: [...settingsScenes, ...settingsFileScenes] },
  { name: 'sign-in cards', scenes: signInCardScenes },
  { name: 'sign-in steps and links', scenes: signInScenes },
  { name: 'later releases', scenes: laterReleaseScenes },
  { name: 'connections', scenes: connectionScenes },
  { name: 'presence', scenes: presenceScenes },
  { name: 'signed out', scenes: signedOutScenes },
];
