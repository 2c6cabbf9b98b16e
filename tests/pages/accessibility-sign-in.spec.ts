import type { Screens } from '../support/browser/screens';
import { checkViews, type Views } from '../support/browser/views';
import { test } from '../support/page/fixtures';

/** Cards that a signed-in user can open as well. */
const cards: Views = {
  'sign-up': async (screens) => {
    await screens.visit('sign-up');
    await screens.page.getByLabel('Email', { exact: true }).waitFor();
  },
  'sign-in': async (screens) => {
    await screens.visit('sign-in');
    await screens.page.getByLabel('Email', { exact: true }).waitFor();
  },
  'forgotten password, mail sent': async (screens) => {
    await screens.visit('forgot-password');
    await screens.page.getByLabel('Email', { exact: true }).fill('ada@analytical.example');
    await screens.page.getByRole('button', { name: 'Send reset link' }).click();
    await screens.page.getByLabel('Link from the email').waitFor();
  },
  invitation: async (screens, environment) => {
    const { link } = await environment.invite(screens.page, 'grace.hopper@analytical.example');
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await screens.page.getByRole('button', { name: 'Join team' }).waitFor();
  },
  'a program asks': async (screens, environment) => {
    const link = await environment.programAsks(screens.page);
    await screens.visit('forgot-password');
    await screens.openLink(link);
    await screens.page.getByRole('button', { name: 'Approve sign-in' }).waitFor();
  },
  'a new password, from a link': async (screens, environment) => {
    await screens.visit('forgot-password');
    await screens.page.getByLabel('Email', { exact: true }).fill('ada@analytical.example');
    await screens.page.getByRole('button', { name: 'Send reset link' }).click();
    // Until then, the card would be replaced while the link is typed.
    await screens.page.getByText('If there’s an account for').waitFor();
    await screens.openLink(await environment.mailedLink('ada@analytical.example'));
    await screens.page.getByLabel('New password').waitFor();
  },
};

/** Opens the sign-in card from any of its steps. */
async function openSignIn(screens: Screens): Promise<void> {
  await screens.visit('sign-up');
  await screens.page.getByRole('heading', { name: /^Create an account in / }).waitFor();
  await screens.visit('sign-in');
  await screens.page.getByRole('heading', { name: /^Sign in to / }).waitFor();
}

/** Steps of signing in. */
const signedOut: Views = {
  'mailed code, refused': async (screens) => {
    await openSignIn(screens);
    await screens.askForCode('grace.hopper@analytical.example');
    await screens.page.keyboard.type('zzzzzz');
    await screens.page.getByText('Incorrect code').waitFor();
  },
  'waiting for the browser': async (screens) => {
    await openSignIn(screens);
    await screens.page.getByRole('button', { name: 'Sign in with GitHub' }).click();
    await screens.page.getByRole('button', { name: 'Open browser again' }).waitFor();
  },
  'second step': async (screens) => {
    await openSignIn(screens);
    await screens.signIn('alan.turing@analytical.example', 'Analytical-Engine-1843');
    await screens.digitsField.waitFor();
  },
  'a new user': async (screens) => {
    const { page } = screens;
    await openSignIn(screens);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: /^Create an account in / }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill('mary@analytical.example');
    await page.getByLabel('Password', { exact: true }).fill('Analytical-Engine-1843');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('button', { name: 'Send verification email' }).waitFor();
  },
};

test('axe finds nothing: cards', async ({ screens, environment }) => {
  await screens.startSandbox();
  await checkViews(screens, environment, cards);
});

test('axe finds nothing: signing in', async ({ screens, environment }) => {
  await screens.startSignedOut();
  await checkViews(screens, environment, signedOut);
});
