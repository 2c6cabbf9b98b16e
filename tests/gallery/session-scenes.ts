/** Sessions in every state. */
import type { Reply } from '#contract/errors.ts';
import { askInTurn } from '../support/browser/bridge-calls';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

const path = '/c/sandbox/account/sessions';
const hour = 3_600_000;
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });

const sessionOf = (n: number, info: object | undefined, own: object = {}) => ({
  id: `8a1d5c2e-3c41-4e2f-9c11-${String(n).padStart(12, '0')}`,
  user_id: '3241a285-8329-4d69-8f3d-316e08cf140c',
  created_at: Date.now() - n * 90 * hour,
  last_used_at: Date.now() - n * 7 * hour,
  is_impersonation: false,
  is_current_session: n === 0,
  ...(info ? { last_used_at_end_user_ip_info: info } : {}),
  ...own,
});
const london = { ip: '203.0.113.7', countryCode: 'GB', regionCode: 'ENG', cityName: 'London', latitude: 51.5, longitude: -0.13 };
const recife = { ip: '198.51.100.4', countryCode: 'BR', regionCode: 'PE', cityName: 'Recife', latitude: -8.05, longitude: -34.9 };
const longName = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
const odd = [
  sessionOf(0, london),
  sessionOf(1, { ...london, ip: '203.0.113.9' }),
  sessionOf(2, recife),
  sessionOf(3, { ip: '127.0.0.1' }),
  sessionOf(4, undefined),
  sessionOf(5, { ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348', countryCode: 'GB', cityName: longName, latitude: 53.2, longitude: -4.2 }),
  sessionOf(6, { ip: '192.0.2.8', countryCode: 'EG', cityName: 'القاهرة', latitude: 30, longitude: 31.2 }, { last_used_at: undefined }),
  sessionOf(7, { ip: '192.0.2.9', countryCode: 'NZ', cityName: '<img src=x onerror="alert(1)">', latitude: -36.8, longitude: 174.8 }),
];
const many = Array.from({ length: 200 }, (_, n) => sessionOf(n, n % 3 === 0 ? recife : { ...london, ip: `203.0.113.${n % 250}` }));
const list = (...items: object[]) => ok({ items, is_paginated: false });
const rows = ({ screens: { page } }: SceneContext) => page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');

export const sessionScenes: readonly Scene[] = [
  {
    name: 'sessions',
    show: async (context) => {
      await goWith(context, path, {});
      await rows(context).nth(2).waitFor();
    },
  },
  {
    name: 'sessions, revoke others',
    after: 'sessions',
    show: async ({ screens: { page, dialog } }) => {
      await page.getByRole('button', { name: 'Revoke all other sessions' }).click();
      await dialog.waitFor();
    },
  },
  {
    name: 'sessions, new countries',
    show: async (context) => {
      const { page } = context.screens;
      await goWith(context, path, {});
      await rows(context).first().waitFor();
      const [accounts] = (await askInTurn(page, [{ name: 'accounts.list', input: {} }])) as { value: { id: string }[] }[];
      const seen = Object.fromEntries((accounts?.value ?? []).map(({ id }) => [`sessions.countries.${id}`, ['GB']]));
      await goWith(context, path, { 'viewState.read': ok(seen), 'service.auth.sessions': list(...odd) });
      await page.getByText(/^New countries/).waitFor();
    },
  },
  {
    name: 'sessions, map',
    after: 'sessions, new countries',
    show: async ({ screens: { page } }) => {
      await page.getByRole('img', { name: /^World map/ }).scrollIntoViewIfNeeded();
      await page.getByRole('list').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'sessions, some not revoked',
    show: async (context) => {
      const { page, dialog } = context.screens;
      const refused: Reply = { ok: false, error: { code: 'service-error', status: 403, text: 'Not this one.' } };
      const kept = odd[2]?.id;
      let left = odd.slice(0, 4);
      const revoke = (input: unknown): Reply => {
        const { id } = (input as { params: { id: string } }).params;
        if (id === kept) return refused;
        left = left.filter((session) => session.id !== id);
        return ok({ success: true });
      };
      await goWith(context, path, { 'service.auth.sessions': () => list(...left), 'service.auth.revokeSession': revoke });
      await page.getByRole('button', { name: 'Revoke all other sessions' }).click();
      await dialog.getByRole('button', { name: 'Revoke all other sessions' }).click();
      await rows(context).nth(1).getByRole('alert').waitFor();
      await rows(context).nth(2).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'sessions, many',
    show: async (context) => {
      await goWith(context, path, { 'service.auth.sessions': list(...many) });
      await rows(context).nth(5).waitFor();
    },
  },
  {
    name: 'sessions, selected',
    show: async (context) => {
      await goWith(context, path, { 'service.auth.sessions': list(...many) });
      const boxes = context.screens.page.getByRole('list', { name: 'Active sessions' }).getByRole('checkbox');
      await boxes.nth(2).click();
      await boxes.nth(4).click();
      await context.screens.page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    },
  },
  {
    name: 'sessions, none',
    show: async (context) => {
      await goWith(context, path, { 'service.auth.sessions': list() });
      await context.screens.page.getByRole('heading', { name: 'No sessions' }).waitFor();
    },
  },
  {
    name: 'sessions, loading',
    show: async (context) => {
      await goWith(context, path, { 'service.auth.sessions': 'never' });
      await placeholder(context);
    },
  },
  {
    name: 'sessions, failed',
    show: async (context) => {
      await goWith(context, path, { 'service.auth.sessions': lost });
      await context.screens.page.getByRole('alert').waitFor();
    },
  },
];
