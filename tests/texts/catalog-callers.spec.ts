/** What the service can do and windows may ask for must be reachable in the product. */
import { expect, it } from 'vitest';
import { catalog, type RowName } from '#contract/service/index.ts';
import { sourceFiles } from '../support/program/sources';

const inList = 'the list contains the same object';
const byMain = 'called by the main process alone, which has the code of a link';
const beforeLevels = 'the screen of the configuration needs its levels';

/** Endpoints that no screen calls, and why. */
const withoutCaller: Partial<Readonly<Record<RowName, string>>> = {
  'config.override': beforeLevels,
  'contactChannels.checkVerification': byMain,
  'contactChannels.read': inList,
  'contactChannels.sendPrimaryVerification': 'the verification email of any address replaces it',
  'oauth.connectedAccounts': 'the user and the list of providers contain the same accounts',
  'oauth.provider': inList,
  'teams.acceptInvitation': byMain,
  'teams.checkInvitation': byMain,
  'teams.invitationDetails': byMain,
};

const offered = Object.entries(catalog).flatMap(([group, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => !('offered' in row && row.offered === false))
    .map(([name]) => `${group}.${name}`),
);

it('every endpoint that windows may call has a caller, or a reason', () => {
  const texts = sourceFiles('renderer/', /\.tsx?$/).map(({ text }) => text);
  expect(texts.length).toBeGreaterThan(50);
  const isCalled = (name: string) => texts.some((text) => new RegExp(`\\bservice\\s*\\.${name.replace('.', '\\.')}\\b`).test(text));
  expect(offered.filter((name) => !isCalled(name)).sort()).toEqual(Object.keys(withoutCaller).sort());
});
