/** The app's screens as a person finds their way on them: by role and name. */
import { expect, type Locator, type Page } from '@playwright/test';

export class Screens {
  constructor(readonly page: Page) {}

  /** From the first screen into the demo project, signed in as its admin. */
  async startSandbox(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start sandbox' }).click();
    await this.users.waitFor();
  }

  /** From anywhere to the demo project that is a connection already. */
  async openDemo(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Connections' })
      .getByRole('link', { name: /Analytical Engines/ })
      .click();
  }

  /** An entry of the navigation. */
  entry(name: string): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name, exact: true });
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

  get search(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search by name, email, or ID' });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Renames what has a pencil of that label. */
  async rename(within: Locator, label: string, name: string): Promise<void> {
    await within.getByRole('button', { name: `Edit ${label}` }).click();
    await within.getByRole('textbox', { name: label }).fill(name);
    await this.page.keyboard.press('Enter');
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** From the first screen to the demo project's sign-in card, with nobody signed in. */
  async startSignedOut(): Promise<void> {
    await this.startSandbox();
    await this.entry('Profile').click();
    await this.page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await this.dialog.getByRole('button', { name: 'Sign out' }).click();
    await this.users.waitFor();
    await this.visit('sign-in');
    await this.page.getByRole('heading', { name: /^Sign in to / }).waitFor();
  }

  /** From the sign-in card to the step that wants the mailed code. */
  async askForCode(email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Send me a code instead' }).click();
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByRole('button', { name: 'Send me a code', exact: true }).click();
    await this.codeField.waitFor();
  }

  get codeField(): Locator {
    return this.page.getByLabel('Code', { exact: true });
  }

  /** Where an authenticator's digits go. */
  get digitsField(): Locator {
    return this.page.getByLabel('Authentication code', { exact: true });
  }

  /** Hands in a mail's link on a card that takes one. */
  async openLink(link: string): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'I have a link' });
    const field = this.page.getByLabel('Link from the email');
    // A card that changes may take the button away between a look and a click.
    await expect(async () => {
      if (!(await field.isVisible())) await opener.click({ timeout: 1_000 });
      await field.fill(link, { timeout: 1_000 });
    }).toPass({ timeout: 20_000, intervals: [50] });
    await this.page.getByRole('button', { name: 'Open link' }).click();
  }

  /** Who the screens act as, in the navigation. */
  account(name: string | RegExp): Locator {
    return this.page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name });
  }

  /** A screen of the demo project by what stands behind its id in the address. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.page.url().split('#')[0]}#/c/sandbox/${path}`);
  }
}
