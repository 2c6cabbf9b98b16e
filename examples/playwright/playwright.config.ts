import { defineConfig } from '@playwright/test';

export default defineConfig({
  use: {
    // Texts and times are those of this language and zone.
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
