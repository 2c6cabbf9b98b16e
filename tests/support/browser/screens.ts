/** The app's screens as a person finds their way on them: by role and name. */
import type { Locator, Page } from '@playwright/test';

export class Screens {
  constructor(readonly page: Page) {}

  /** From the first screen into the demo project, signed in as its admin. */
  async startSandbox(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start the sandbox' }).click();
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
    return this.page.getByRole('searchbox', { name: 'Name, e-mail, id' });
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
    await this.page.getByLabel('E-mail', { exact: true }).fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }
}
