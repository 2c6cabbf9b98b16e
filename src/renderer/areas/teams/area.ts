/** The screens of this area, one row each, see `#window/screen-row.ts`. */
import { Building2, MailOpen, Plus } from 'lucide-react';

export const screens = {
  teams: {
    path: '/c/:connection/teams',
    section: 'admin',
    title: 'shell.screen.teams',
    access: 'project',
    locked: 'teams.locked',
    listed: { icon: Building2, in: ['navigation', 'palette'], order: 30 },
    load: () => import('./project/teams-screen').then((module) => module.TeamsScreen),
    prefetch: () => import('#data/teams.ts').then((module) => module.prefetchTeams),
  },
  team: {
    path: '/c/:connection/teams/:team',
    section: 'admin',
    title: 'shell.screen.team',
    parent: 'teams',
    access: 'project',
    locked: 'teams.locked',
    load: () => import('./project/team-screen').then((module) => module.TeamScreen),
  },
  invitationsForMe: {
    path: '/c/:connection/account/invitations',
    section: 'account',
    title: 'shell.screen.invitations',
    access: 'account',
    feature: 'invitations-for-me',
    listed: { icon: MailOpen, in: ['navigation', 'palette'], order: 270 },
    load: () => import('./received-invitations-screen').then((module) => module.InvitationsScreen),
  },
  ownTeam: {
    path: '/c/:connection/account/teams/:team',
    section: 'account',
    title: 'shell.screen.team',
    access: 'account',
    load: () => import('./own/own-team-screen').then((module) => module.OwnTeamScreen),
  },
  createTeam: {
    path: '/c/:connection/account/create-team',
    section: 'account',
    title: 'shell.screen.create-team',
    access: 'account',
    listed: { icon: Plus, in: ['palette'], order: 290 },
    load: () => import('./own/create-team-screen').then((module) => module.CreateTeamScreen),
  },
} as const;
