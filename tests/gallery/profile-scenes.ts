/** The profile's image and metadata in every state, and what lies over them. */
import type { Reply } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type Stage } from './stage';

const path = '/c/sandbox/account/profile';
const me = 'service.users.me';
const lost: Reply = { ok: false, error: { code: 'service-error', status: 503, requestId: 'q3v8c1x5m2n7p4r6' } };
const ok = (value: object): Reply => ({ ok: true, value });

const metadata = { theme: 'dark', newsletter: true, favorites: ['looms', 'engines'], limits: { requests: 100, exports: null } };
const withMetadata = (client_metadata: JsonValue, more: object = {}) => ok({ ...sampleUser, client_metadata, ...more });
const odd = {
  display_name: 'مارية بنت محمد 🔑 <img src=x onerror="alert(1)"> javascript:alert(1) '.repeat(2) + 'Rechenmaschinen'.repeat(20),
  profile_image_url: 'https://files.stack-auth.example/images/3241a285-8329-4d69-8f3d-316e08cf140c.png',
  client_read_only_metadata: { plan: 'enterprise', seats: 250, مفتاح: '<b>bold</b> javascript:alert(1)' },
};

const editor = ({ screens: { page } }: Stage) => page.getByRole('textbox', { name: 'Client metadata' });
const lastSection = ({ screens: { page } }: Stage) => page.getByRole('button', { name: 'Delete account' });

async function openMetadata(stage: Stage): Promise<void> {
  await goWith(stage, path, { [me]: withMetadata(metadata) });
  await editor(stage).waitFor();
  // Scrolls there, also when the editor’s arrival replaces the button.
  await lastSection(stage).click({ trial: true });
}

async function review(stage: Stage, text: string): Promise<void> {
  await openMetadata(stage);
  await editor(stage).fill(text);
  await stage.screens.page.getByRole('button', { name: 'Review changes' }).click();
  await stage.screens.dialog.waitFor();
}

/** A picture with a round shape in it, as a file. */
const picture = `(() => {
  const canvas = document.createElement('canvas');
  canvas.width = 900;
  canvas.height = 600;
  const context = canvas.getContext('2d');
  context.fillStyle = '#7d6bd6';
  context.fillRect(0, 0, 900, 600);
  context.fillStyle = '#f2c14e';
  context.arc(450, 300, 220, 0, 7);
  context.fill();
  return canvas.toDataURL('image/png');
})()`;

async function choosePicture({ screens: { page } }: Stage): Promise<void> {
  const url = await page.evaluate<string>(picture);
  const buffer = Buffer.from(url.replace(/^[^,]*,/, ''), 'base64');
  await page.getByLabel('Image file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

const changed = JSON.stringify({ ...metadata, theme: 'light', limits: { requests: 500 } }, null, 2);

export const profileScenes: readonly Scene[] = [
  {
    name: 'profile',
    show: async (stage) => goWith(stage, path, {}).then(() => stage.screens.page.getByText('ada@analytical.example').first().waitFor()),
  },
  {
    name: 'profile, rename',
    after: 'profile',
    show: async ({ screens: { page } }) => page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click(),
  },
  {
    name: 'profile, loading',
    show: async (stage) => goWith(stage, path, { 'service.users.me': 'never' }).then(() => placeholder(stage)),
  },
  {
    name: 'profile, failed',
    show: async (stage) => goWith(stage, path, { 'service.users.me': lost }).then(() => stage.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'profile, odd values',
    show: async (stage) => {
      await goWith(stage, path, { [me]: withMetadata('x'.repeat(300), odd) });
      await editor(stage).waitFor();
    },
  },
  {
    name: 'profile, image refused',
    show: async (stage) => {
      await goWith(stage, path, { [me]: withMetadata(metadata) });
      await stage.screens.page.getByLabel('Image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
      await stage.screens.page.getByText('This file is empty. Choose another image.').waitFor();
    },
  },
  {
    name: 'profile, image crop',
    show: async (stage) => {
      await openMetadata(stage);
      await choosePicture(stage);
      await stage.screens.dialog.getByRole('slider', { name: 'Zoom' }).fill('1.4');
      await stage.screens.dialog.getByRole('group', { name: /^Crop area/ }).waitFor();
    },
  },
  {
    name: 'profile, image lost',
    after: 'profile, image crop',
    show: async (stage) => {
      stage.bridge.set({ 'service.users.updateMe': { ok: false, error: { code: 'connection-lost' } } });
      await stage.screens.dialog.getByRole('button', { name: 'Save image' }).click();
      await stage.screens.dialog.getByRole('alert').waitFor();
    },
  },
  { name: 'profile, metadata', show: openMetadata },
  {
    name: 'profile, metadata, fault',
    show: async (stage) => {
      await openMetadata(stage);
      await editor(stage).fill('{\n  "theme": "dark",\n  "newsletter": True\n}');
      await stage.screens.page.getByText('Line 3, column 17: Unexpected T').first().waitFor();
    },
  },
  { name: 'profile, metadata, review', show: (stage) => review(stage, changed) },
  {
    name: 'profile, metadata, conflict',
    show: async (stage) => {
      await review(stage, changed);
      stage.bridge.set({ [me]: withMetadata({ ...metadata, theme: 'system', newsletter: false }) });
      await stage.screens.dialog.getByRole('button', { name: 'Save changes' }).click();
      await stage.screens.dialog.getByText('Conflict', { exact: true }).waitFor();
    },
  },
  {
    name: 'profile, metadata, offline',
    show: async (stage) => {
      await review(stage, changed);
      stage.bridge.set({ [me]: { ok: false, error: { code: 'offline' } } });
      await stage.screens.dialog.getByRole('button', { name: 'Save changes' }).click();
      await stage.screens.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'profile, none of all',
    show: async (stage) => {
      await goWith(stage, path, { [me]: withMetadata(null, { primary_email: null, display_name: null, client_read_only_metadata: null }) });
      await editor(stage).waitFor();
    },
  },
];
