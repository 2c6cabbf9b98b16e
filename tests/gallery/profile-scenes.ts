/** The profile's image and metadata in every state, and their overlays. */
import type { Reply } from '#contract/errors.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { sampleUser } from '../support/samples/sample-user';
import { goWith, placeholder, type Scene, type SceneContext } from './scene';

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

const editor = ({ screens: { page } }: SceneContext) => page.getByRole('textbox', { name: 'Client metadata' });
const lastSection = ({ screens: { page } }: SceneContext) => page.getByRole('button', { name: 'Delete account' });

async function openMetadata(context: SceneContext): Promise<void> {
  await goWith(context, path, { [me]: withMetadata(metadata) });
  await editor(context).waitFor();
  // Scrolls there, also when the editor’s arrival replaces the button.
  await lastSection(context).click({ trial: true });
}

/** Opens the dialog behind a button of the screen. */
async function press(context: SceneContext, name: string): Promise<void> {
  const { page, dialog } = context.screens;
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await dialog.waitFor();
}

async function review(context: SceneContext, text: string): Promise<void> {
  await openMetadata(context);
  await editor(context).fill(text);
  await context.screens.page.getByRole('button', { name: 'Review changes' }).click();
  await context.screens.dialog.waitFor();
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

async function choosePicture({ screens: { page } }: SceneContext): Promise<void> {
  const url = await page.evaluate<string>(picture);
  const buffer = Buffer.from(url.replace(/^[^,]*,/, ''), 'base64');
  await page.getByLabel('Image file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

const changed = JSON.stringify({ ...metadata, theme: 'light', limits: { requests: 500 } }, null, 2);

export const profileScenes: readonly Scene[] = [
  {
    name: 'profile',
    show: async (context) =>
      goWith(context, path, {}).then(() => context.screens.page.getByText('ada@analytical.example').first().waitFor()),
  },
  {
    name: 'profile, signing out',
    after: 'profile',
    closes: true,
    show: (context) => press(context, 'Sign out'),
  },
  {
    name: 'profile, deleting the account',
    after: 'profile',
    closes: true,
    show: (context) => press(context, 'Delete account'),
  },
  {
    name: 'profile, rename',
    after: 'profile',
    show: async ({ screens: { page } }) => page.getByRole('main').getByRole('button', { name: /^Edit/ }).first().click(),
  },
  {
    name: 'profile, loading',
    show: async (context) => goWith(context, path, { 'service.users.me': 'never' }).then(() => placeholder(context)),
  },
  {
    name: 'profile, failed',
    show: async (context) =>
      goWith(context, path, { 'service.users.me': lost }).then(() => context.screens.page.getByRole('alert').waitFor()),
  },
  {
    name: 'profile, odd values',
    show: async (context) => {
      await goWith(context, path, { [me]: withMetadata('x'.repeat(300), odd) });
      await editor(context).waitFor();
    },
  },
  {
    name: 'profile, image refused',
    show: async (context) => {
      await goWith(context, path, { [me]: withMetadata(metadata) });
      await context.screens.page.getByLabel('Image file').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
      await context.screens.page.getByText('This file is empty. Choose another image.').waitFor();
    },
  },
  {
    name: 'profile, image crop',
    show: async (context) => {
      await openMetadata(context);
      await choosePicture(context);
      await context.screens.dialog.getByRole('slider', { name: 'Zoom' }).fill('1.4');
      await context.screens.dialog.getByRole('group', { name: /^Crop area/ }).waitFor();
    },
  },
  {
    name: 'profile, image lost',
    after: 'profile, image crop',
    show: async (context) => {
      context.bridge.set({ 'service.users.updateMe': { ok: false, error: { code: 'connection-lost' } } });
      await context.screens.dialog.getByRole('button', { name: 'Save image' }).click();
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
  { name: 'profile, metadata', show: openMetadata },
  {
    name: 'profile, metadata, fault',
    show: async (context) => {
      await openMetadata(context);
      await editor(context).fill('{\n  "theme": "dark",\n  "newsletter": True\n}');
      await context.screens.page.getByText('Line 3, column 17: Unexpected T').first().waitFor();
    },
  },
  { name: 'profile, metadata, review', show: (context) => review(context, changed) },
  {
    name: 'profile, metadata, conflict',
    show: async (context) => {
      await review(context, changed);
      context.bridge.set({ [me]: withMetadata({ ...metadata, theme: 'system', newsletter: false }) });
      await context.screens.dialog.getByRole('button', { name: 'Save changes' }).click();
      await context.screens.dialog.getByText('Conflict', { exact: true }).waitFor();
    },
  },
  {
    name: 'profile, metadata, offline',
    show: async (context) => {
      await review(context, changed);
      context.bridge.set({ [me]: { ok: false, error: { code: 'offline' } } });
      await context.screens.dialog.getByRole('button', { name: 'Save changes' }).click();
      await context.screens.dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'profile, none of all',
    show: async (context) => {
      await goWith(context, path, {
        [me]: withMetadata(null, { primary_email: null, display_name: null, client_read_only_metadata: null }),
      });
      await editor(context).waitFor();
    },
  },
];
