/** One row per screen. Router, navigation, breadcrumb, palette, window title and gates derive from it; its path is in `routes.ts`. */
import {
  Bell,
  Building2,
  Globe,
  Key,
  KeyRound,
  LayoutDashboard,
  LayoutGrid,
  LogIn,
  Mail,
  MailOpen,
  MonitorSmartphone,
  Pencil,
  Plug,
  Plus,
  ScanSearch,
  Send,
  Shield,
  ShieldCheck,
  SlidersHorizontal,
  Stethoscope,
  User,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { FirstRunScreen } from '#areas/connections/first-run/first-run-screen.tsx';
import { type ConnectionScreen, isConnectionScreen, type ScreenName } from '#window/routes.ts';
import type { List, Listing, ScreenRow } from './screen-row';

/** A row; only a path that needs nothing but a connection can be listed. */
type RowOf<S extends ScreenName> = ScreenRow & (S extends ConnectionScreen ? unknown : { readonly listed?: never });

export const screens: { readonly [S in ScreenName]: RowOf<S> } = {
  overview: {
    section: 'admin',
    title: 'shell.screen.overview',
    access: 'project',
    listed: { icon: LayoutDashboard, in: ['navigation', 'palette'] },
    load: () => import('#areas/project/overview/overview-screen.tsx').then((module) => module.OverviewScreen),
  },
  users: {
    section: 'admin',
    title: 'shell.screen.users',
    access: 'project',
    listed: { icon: UsersRound, in: ['navigation', 'palette'] },
    load: () => import('#areas/users/users-screen.tsx').then((module) => module.UsersScreen),
    prefetch: () => import('#data/user-pages.ts').then((module) => module.prefetchUsers),
  },
  user: {
    section: 'admin',
    title: 'shell.screen.user',
    parent: 'users',
    access: 'project',
    load: () => import('#areas/users/user-screen.tsx').then((module) => module.UserScreen),
  },
  teams: {
    section: 'admin',
    title: 'shell.screen.teams',
    access: 'project',
    listed: { icon: Building2, in: ['navigation', 'palette'] },
    load: () => import('#areas/teams/project/teams-screen.tsx').then((module) => module.TeamsScreen),
    prefetch: () => import('#data/teams.ts').then((module) => module.prefetchTeams),
  },
  team: {
    section: 'admin',
    title: 'shell.screen.team',
    parent: 'teams',
    access: 'project',
    load: () => import('#areas/teams/project/team-screen.tsx').then((module) => module.TeamScreen),
  },
  permissions: {
    section: 'admin',
    title: 'shell.screen.permissions',
    access: 'project-admin',
    listed: { icon: ShieldCheck, in: ['navigation', 'palette'], paletteTitle: 'shell.screen.permission-definitions' },
    load: () => import('#areas/permissions/permissions-screen.tsx').then((module) => module.PermissionsScreen),
  },
  signInMethods: {
    section: 'admin',
    title: 'shell.screen.sign-in-methods',
    access: 'project-admin',
    listed: { icon: LogIn, in: ['navigation', 'palette'] },
    load: () => import('#areas/project/sign-in-methods/sign-in-methods-screen.tsx').then((module) => module.SignInMethodsScreen),
  },
  domains: {
    section: 'admin',
    title: 'shell.screen.domains',
    access: 'project-admin',
    listed: { icon: Globe, in: ['navigation', 'palette'] },
    load: () => import('#areas/project/domains/domains-screen.tsx').then((module) => module.DomainsScreen),
  },
  email: {
    section: 'admin',
    title: 'shell.screen.email',
    access: 'project-admin',
    listed: { icon: Send, in: ['navigation', 'palette'] },
    load: () => import('#areas/email/email-screen.tsx').then((module) => module.EmailScreen),
  },
  projectKeys: {
    section: 'admin',
    title: 'shell.screen.project-keys',
    access: 'project-admin',
    listed: { icon: Key, in: ['navigation', 'palette'] },
    load: () => import('#areas/keys/project-keys-screen.tsx').then((module) => module.ProjectKeysScreen),
  },
  keyCheck: {
    section: 'admin',
    title: 'shell.screen.key-check',
    parent: 'projectKeys',
    access: 'project',
    listed: { icon: ScanSearch, in: ['palette'] },
    load: () => import('#areas/keys/check/key-check-screen.tsx').then((module) => module.KeyCheckScreen),
  },
  webhooks: {
    section: 'admin',
    title: 'shell.screen.webhooks',
    access: 'project-admin',
    listed: { icon: Webhook, in: ['navigation', 'palette'] },
    load: () => import('#areas/project/webhooks/webhooks-screen.tsx').then((module) => module.WebhooksScreen),
  },
  projectSettings: {
    section: 'admin',
    title: 'shell.screen.project-settings',
    access: 'project-admin',
    listed: { icon: SlidersHorizontal, in: ['navigation', 'palette'] },
    load: () => import('#areas/project/settings/project-settings-screen.tsx').then((module) => module.ProjectSettingsScreen),
  },
  profile: {
    section: 'account',
    title: 'shell.screen.profile',
    access: 'account',
    listed: { icon: User, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/profile/profile-screen.tsx').then((module) => module.ProfileScreen),
  },
  signInSettings: {
    section: 'account',
    title: 'shell.screen.sign-in-settings',
    access: 'account',
    listed: { icon: Mail, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/sign-in/sign-in-settings-screen.tsx').then((module) => module.SignInSettingsScreen),
  },
  sessions: {
    section: 'account',
    title: 'shell.screen.sessions',
    access: 'account',
    listed: { icon: MonitorSmartphone, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/sessions-screen.tsx').then((module) => module.SessionsScreen),
  },
  connectedAccounts: {
    section: 'account',
    title: 'shell.screen.connected-accounts',
    access: 'account',
    listed: { icon: Plug, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/connected-accounts-screen.tsx').then((module) => module.ConnectedAccountsScreen),
  },
  apiKeys: {
    section: 'account',
    title: 'shell.screen.api-keys',
    access: 'account',
    listed: { icon: KeyRound, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/api-keys-screen.tsx').then((module) => module.ApiKeysScreen),
  },
  ownPermissions: {
    section: 'account',
    title: 'shell.screen.own-permissions',
    access: 'account',
    listed: { icon: Shield, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/permissions/own-permissions-screen.tsx').then((module) => module.OwnPermissionsScreen),
  },
  invitationsForMe: {
    section: 'account',
    title: 'shell.screen.invitations',
    access: 'account',
    feature: 'invitations-for-me',
    listed: { icon: MailOpen, in: ['navigation', 'palette'] },
    load: () => import('#areas/teams/received/invitations-screen.tsx').then((module) => module.InvitationsScreen),
  },
  notifications: {
    section: 'account',
    title: 'shell.screen.notifications',
    access: 'account',
    feature: 'notification-preferences',
    listed: { icon: Bell, in: ['navigation', 'palette'] },
    load: () => import('#areas/account/notifications-screen.tsx').then((module) => module.NotificationsScreen),
  },
  ownTeam: {
    section: 'account',
    title: 'shell.screen.team',
    access: 'account',
    load: () => import('#areas/teams/own/own-team-screen.tsx').then((module) => module.OwnTeamScreen),
  },
  createTeam: {
    section: 'account',
    title: 'shell.screen.create-team',
    access: 'account',
    listed: { icon: Plus, in: ['palette'] },
    load: () => import('#areas/teams/own/create-team-screen.tsx').then((module) => module.CreateTeamScreen),
  },
  projects: {
    section: 'account',
    title: 'shell.screen.projects',
    access: 'project-owner',
    listed: { icon: LayoutGrid, in: ['navigation'] },
    load: () => import('#areas/projects/projects-screen.tsx').then((module) => module.ProjectsScreen),
  },
  signIn: {
    section: 'account',
    title: 'shell.screen.sign-in',
    card: true,
    listed: { icon: LogIn, in: ['palette'], titleSignedIn: 'shell.account.add' },
    load: () => import('#areas/sign-in/sign-in-screen.tsx').then((module) => module.SignInScreen),
  },
  signUp: {
    section: 'account',
    title: 'shell.screen.sign-up',
    card: true,
    load: () => import('#areas/sign-in/sign-up-screen.tsx').then((module) => module.SignUpScreen),
  },
  forgotPassword: {
    section: 'account',
    title: 'shell.screen.forgot-password',
    card: true,
    load: () => import('#areas/sign-in/forgot-password-screen.tsx').then((module) => module.ForgotPasswordScreen),
  },
  welcome: {
    section: 'account',
    title: 'shell.screen.welcome',
    card: true,
    load: () => import('#areas/sign-in/welcome/welcome-screen.tsx').then((module) => module.WelcomeScreen),
  },
  upgrade: {
    section: 'account',
    title: 'shell.screen.upgrade',
    card: true,
    load: () => import('#areas/sign-in/upgrade-screen.tsx').then((module) => module.UpgradeScreen),
  },
  linkProvider: {
    section: 'account',
    title: 'shell.screen.link-provider',
    card: true,
    load: () => import('#areas/sign-in/link-provider-screen.tsx').then((module) => module.LinkProviderScreen),
  },
  passkey: {
    section: 'account',
    title: 'shell.screen.passkey',
    card: true,
    load: () => import('#areas/sign-in/passkey-screen.tsx').then((module) => module.PasskeyScreen),
  },
  edit: {
    section: null,
    title: 'connect.edit',
    listed: { icon: Pencil, in: ['palette'] },
    load: () => import('#areas/connections/edit-screen.tsx').then((module) => module.EditScreen),
  },
  diagnostics: {
    section: null,
    title: 'shell.screen.diagnostics',
    listed: { icon: Stethoscope, in: ['palette'] },
    load: () => import('#areas/connections/diagnostics/diagnostics-screen.tsx').then((module) => module.DiagnosticsScreen),
  },
  // Small, and needed by the very first start: in the first script.
  start: { section: null, title: 'shell.screen.start', card: true, load: () => Promise.resolve(FirstRunScreen) },
  connect: {
    section: null,
    title: 'first-run.connect.title',
    load: () => import('#areas/connections/connect-screen.tsx').then((module) => module.ConnectScreen),
  },
  transfer: {
    section: null,
    title: 'transfer.title',
    load: () => import('#areas/connections/transfer/transfer-screen.tsx').then((module) => module.TransferScreen),
  },
  settings: {
    section: null,
    title: 'shell.settings',
    load: () => import('#areas/settings/settings-screen.tsx').then((module) => module.SettingsScreen),
  },
  link: {
    section: null,
    title: 'shell.screen.link',
    card: true,
    load: () => import('#areas/sign-in/links/link-screen.tsx').then((module) => module.LinkScreen),
  },
};

/** Returns the row of a screen, or null for an address without one. */
export function rowOf(screen: ScreenName | null): ScreenRow | null {
  return screen === null ? null : screens[screen];
}

/** Returns the screens that a list offers, in the order of the table. */
export function listedIn(list: List): { readonly screen: ConnectionScreen; readonly row: ScreenRow; readonly listing: Listing }[] {
  return (Object.keys(screens) as ScreenName[]).filter(isConnectionScreen).flatMap((screen) => {
    const row: ScreenRow = screens[screen];
    return row.listed?.in.includes(list) ? [{ screen, row, listing: row.listed }] : [];
  });
}
