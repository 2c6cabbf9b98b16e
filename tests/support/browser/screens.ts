/** Page object of the app's screens, by role and name. */
import { expect, type Locator, type Page } from '@playwright/test';
import { askInTurn } from './bridge-calls';

export class Screens {
  constructor(readonly page: Page) {}

  /** Opens the demo project from the first screen, signed in as its admin; or its users again, from another screen of it. */
  async startSandbox(): Promise<void> {
    if (this.isElsewhere()) await openClear(this.page, '/c/sandbox/users');
    else await this.page.getByRole('button', { name: 'Start sandbox' }).click();
    await this.users.waitFor();
  }

  /** Opens the connection to the demo project from any screen. */
  async openDemo(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Connections' })
      .getByRole('link', { name: /Analytical Engines/ })
      .click();
  }

  /** Returns an entry of the navigation, of a section if both have one of that name. */
  entry(name: string, section?: 'Account' | 'Admin' | 'Teams'): Locator {
    const navigation = this.page.getByRole('navigation');
    const within = section === undefined ? navigation : navigation.getByRole('group', { name: section, exact: true });
    return within.getByRole('link', { name, exact: true });
  }

  get users(): Locator {
    return this.page.getByRole('grid', { name: 'Users' });
  }

  userRow(name: string | RegExp): Locator {
    return this.users.getByRole('row', { name });
  }

  get panel(): Locator {
    return this.page.getByRole('complementary', { name: 'User' });
  }

  get permissionPanel(): Locator {
    return this.page.getByRole('complementary', { name: 'Permission' });
  }

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search by name, email, or ID' });
  }

  /** What is open: a dialog, or a question about something destructive. */
  get dialog(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }

  /** Closes a dialog that is being opened. */
  async escape(dialog: Locator): Promise<void> {
    await expect(dialog).toBeVisible();
    await this.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }

  /** Changes a value through its edit button with that label. */
  async rename(within: Locator, label: string, name: string): Promise<void> {
    await within.getByRole('button', { name: `Edit ${label}` }).click();
    await within.getByRole('textbox', { name: label }).fill(name);
    await this.page.keyboard.press('Enter');
  }

  /** Changes the name of the user in the panel. */
  async renameUser(name: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: 'Display name', exact: true }).fill(name);
    await this.panel.getByRole('button', { name: 'Save', exact: true }).click();
  }

  async signIn(email: string, password: string): Promise<void> {
    const passwordField = this.page.getByLabel('Password', { exact: true });
    // The card before may have a field for the email as well.
    await passwordField.waitFor();
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await passwordField.fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Signs out on the screen of the profile. */
  async signOut(): Promise<void> {
    await this.entry('Profile').click();
    await this.page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await this.dialog.getByRole('button', { name: 'Sign out' }).click();
    await this.users.waitFor();
  }

  /** Opens the demo project's sign-in card from the first screen, signed out, without the screens on the way there. */
  async startSignedOut(): Promise<void> {
    const signOut = { name: 'accounts.signOutAll', input: { connectionId: 'sandbox' } };
    if (this.isElsewhere()) {
      await askInTurn(this.page, [signOut]);
      // A card that is being left would come back as it was.
      await openAfresh(this.page, '/c/sandbox/sign-in');
    } else {
      await askInTurn(this.page, [{ name: 'sandbox.open', input: {} }, signOut]);
      await this.visit('sign-in');
    }
    await this.page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  }

  /** Requests a one-time code on the sign-in card. */
  async askForCode(email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Send me a code instead' }).click();
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByRole('button', { name: 'Send me a code', exact: true }).click();
    await this.codeField.waitFor();
  }

  get codeField(): Locator {
    return this.page.getByLabel('Code', { exact: true });
  }

  /** The field for the authentication code. */
  get digitsField(): Locator {
    return this.page.getByLabel('Authentication code', { exact: true });
  }

  /** Pastes a link from an email on a card that accepts links. */
  async openLink(link: string): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'I have a link' });
    const field = this.page.getByLabel('Link from the email');
    // The button may disappear between the check and the click when the card changes.
    await expect(async () => {
      if (!(await field.isVisible())) await opener.click({ timeout: 1_000 });
      await field.fill(link, { timeout: 1_000 });
    }).toPass({ timeout: 20_000, intervals: [50] });
    await this.page.getByRole('button', { name: 'Open link' }).click();
  }

  /** Returns the button of the current account in the navigation. */
  account(name: string | RegExp): Locator {
    return this.page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name });
  }

  /** Opens a screen of the demo project by the part of its path after the connection ID. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.page.url().split('#')[0]}#/c/sandbox/${path}`);
  }

  /** Whether another screen than the first one is shown. */
  private isElsewhere(): boolean {
    return /#\/./.test(this.page.url());
  }
}

/** What stays when another screen is opened. */
const lingering = '[role=dialog], [role=alertdialog], [role=menu], search, [role=region][aria-label^=Messages] li';

/** Opens an address of the app, in a new document if something of this one would stay: a dialog, a menu, a message, or what was typed. */
export async function openClear(page: Page, path: string): Promise<void> {
  const isClear = await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(lingering)}) === null &&
    dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  if (isClear) await page.goto(`${page.url().split('#')[0]}#${path}`);
  else await openAfresh(page, path);
}

/** Opens an address of the app in a new document. */
async function openAfresh(page: Page, path: string): Promise<void> {
  const open = `history.replaceState(null, '', '#${path}'); location.reload()`;
  await Promise.all([page.waitForEvent('load'), page.evaluate(open)]);
}
