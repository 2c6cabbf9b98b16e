/** The icon in the tray: of the notification area on Windows, of the menu bar on macOS, and of the panel on Linux. */
import { Menu, nativeImage, Tray } from 'electron';
import { type TrayMenuDeps, trayTemplate } from './tray-template';

export interface TrayDeps {
  /** Whether the settings want an icon. */
  readonly isWanted: () => boolean;
  /** Returns what the menu contains now. */
  readonly menu: () => TrayMenuDeps;
  /** Number of findings. */
  readonly findings: () => number;
}

export interface TrayIcon {
  readonly isShown: boolean;
  /** Shows, changes, or removes the icon as the settings, connections, language, and findings require. */
  update(): void;
}

/** Creates the icon's control. Nothing is shown until `update`. */
export function createTray({ isWanted, menu, findings }: TrayDeps): TrayIcon {
  let tray: Tray | null = null;
  return {
    get isShown() {
      return tray !== null;
    },
    update() {
      if (!isWanted()) {
        tray?.destroy();
        tray = null;
        return;
      }
      const deps = menu();
      tray ??= open(deps.open);
      const count = findings();
      tray.setToolTip(count === 0 ? deps.translator.t('app.name') : deps.translator.t('tray.tooltip', { count }));
      // On Linux, a change of the menu needs a new one.
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(deps)));
    },
  };
}

function open(onClick: () => void): Tray {
  const tray = new Tray(image());
  // On macOS and Linux, a click opens the menu.
  if (process.platform === 'win32') tray.on('click', onClick);
  return tray;
}

function image(): Electron.NativeImage {
  const isTemplate = process.platform === 'darwin';
  const { single, double } = isTemplate ? templateIcon : colorIcon;
  const icon = nativeImage.createFromDataURL(`data:image/png;base64,${single}`);
  icon.addRepresentation({ scaleFactor: 2, dataURL: `data:image/png;base64,${double}` });
  if (isTemplate) icon.setTemplateImage(true);
  return icon;
}

/** The icons of the tray as PNGs in Base64, made by `node scripts/icons.mjs`. */

const colorIcon = {
  single:
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAABu0lEQVR4nJyTsUvDQBjF3zWpLcYoRYSooG6KLgq6SB3dnFwFB0EoguDq5OIo+A90EAc76qY4Kbh06lSLpUOl0IrQltoG06bN+d0VU6tpUR8kubvc7933LjkV4GxrK7UHIELtWYD50VfcplvGcXzRWGzulODHAxo4xb/EDtX2yr1lGAOYnx9ErdZCJvOOUqnZqYXziMo5ZhjzhtfXQ9jcHIOuK7Kfz9uIRgtIp03X30dwwAteWhrC9rYh4WzWwu1tGaOjKnZ3DfmUAYj1ecGiouVlHZ+VxWKvOD9/QSplYnxcRBpy56peBhQLitLJFQ6PQNN8mJoKyn4gwPob+P0MoVDn1draiLyE6nUHyaTZ2yBAqfb3J7GwoP0wbja5jFMoNLwNBByJTGBxsZNRrFattiQcj78hkah1mboGwaCCnR0DKyu67DsOcHFRoN2vUJvLDRV7812uQTisY3V1WLZN00EuZ+H+vg0LecFdBpqmuIN3dyVcXhZhWT2orwbk/EzlTT88VNBoUN1gMqtlOfiFnqgCfkbQUbHYxPV1GX8RLX6l2jY/oe8u/pANcZwZY2p/iIvTlKF5N7btHH8AAAD//0hQbecAAAAGSURBVAMAUhSi1NHGb00AAAAASUVORK5CYII=',
  double:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAADbElEQVR4nMRXS0tbQRT+Jt48Gk1NU+urj2CLoJVCURFd6ULQCiK4EpVWS3e+6C/wB4hUXHXRhQsVcVMUoYLu3PgmCFpBsbXViiG+kpia3CTTmRuiifdGzUP7weXee+bxfXNmzpkZASFoaflhFEXXR4CUAvQ1e6cjIaBW1peFvWfVav2ngYGc42AJCX40Na2+oZR8IQTZuEVQij+E0A9DQwXfzgU0Nn6vYsZJ3CloDRdBGhu3HxByusosWbhDcE+IIn2lYuTvEkWu06luXJdPtUZD3grsuxRx4OlTLfLy9CguNiAtTS3ZDg+9WFqyY3Ly6LrmpQJzRSkhiAmctL7+EbKzNRCEi04yMjTIz9ejrCwV/f07ODjwKrbn3GwKYEYMqKkxobU1E8+eacPIQ/HixT10d+fAaBQUyzn3zSctBOXlRtTVpSE1Vbi2rskkoK3tccTymARUVBiRnJwUZnO7KZvzQ/T17WB83AaHw3delpurR2XlA8W+rh/CJZjNOqSna2T25WUHBgf3pe/FRQdzL0Ft7cMACWMpKTFgelq+KKP2AF/19+8nyexLS46wfy4iFMnJymONWoDHQ+Fy+WT2oiJD2D+PkDAixsTiXtYu6imw270QRbm9sNCA5uYMrK+78Py5TlonoXC7/ZL4uAWcnvqkOb0MrZagutokPUpYWHAo2qMSYDZr0dX1BCkpSdE0Y5lRhMXiRFwCguRKEXAVuMeGh63Y3XUjZgGxkh8deTE2ZsPsrD1inWsFcPLOzqvJ7XYf9HrVeUq22URYrR4p7ufnHVf2L9yEnG8ukcBH2dv7i23FScjJ0eHszI+Njb/Y2XHjJhCuIu/oiEy+tnaK7W03JiZsODkJ5AUegtFCiETe3v4EmZnK5E6nH6OjVmxuniFeyATwHN7QkIGsrMhu93r98PuREMgEpKSoYDDI49zHvLy355bS8MqKC1tb8Y9eUQA7pUCtludsvqp7en6z042IREJFKd0PNfDjGd/bL8Pj4T6nSCQ4N/cAu7GgKmjkB4mZmWMW1ya2e6nOyefm7BHPdnHAIgSuTBcCOKamjiTC4ELjWylPNokHsaj8fvKZOeP4chEndDoDz+2Q02POrRoZyf/JlLzHHYMt9hbOLU3y0NDLr/yuxq9LuGUEOGjN8HDBGP8Pi7f/cT3/BwAA//8q6w07AAAABklEQVQDAAkyUDPp7ilYAAAAAElFTkSuQmCC',
};

const templateIcon = {
  single:
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAABNUlEQVR4nKTSuUsDQRTH8clqIYKCNhYWiqKVCioqFh4oCNoLNoqVvVb+BVYejZ0geICNCBaChYggKIqNKKQKIYQQUiSEQMgBIfm+7AwsYTfnDz4sm8m8fbNvLdVi2musW5jFEvL4xWu9BWTtCWv4gw9jeMAO0uYJXjnGBGb0dRyTmMaZ+ZPPY3M3YljGF7qwi3sM4gNDCHp1IE+J6s2SOZxgE58IoN+c0y1hdDruXzAFv76XfR1eBdpwJO1V/P6vrxvowbtbAdl8i2GsuBQfxTUOkassYOnFEawiq+wR3iGEFPqwp+xRluOcwo2yxyUfTRIXWMAlvhHXxyg6WzIdrGNR2XOWHOgu9vGoqsSMUUYiX1sCW9jGKZ5VjZgOIpjHGwZwhXNVR5zvQM7fiwx+UGi0QFMpAQAA//+JvR9hAAAABklEQVQDAMdQNgnBhLqwAAAAAElFTkSuQmCC',
  double:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAACpklEQVR4nOyXO2gVQRSG/8T4xBcaxAcqNhYWNiI+UKOohWKioiB2oiBaKIpoIyJYWCgWAbUQEUEJgg9E8S0WKhcFJTZBQRJFUBETkiIJCTev/zBnkskwu8ne3XCb/PAxszOze87MnjmzW4oiqxRFVtEdKEN6TSBVZBNZTJpIjrwjn0l33M0lKFyyemfIcTItYsxvcpg8RsYOTCT3yRanrZY8I5PISrKMjNW+u+pIU1YO3CO7tH6HnCNfvTFTtf2o2vlA1pPOtA4cINe1fo0cIr0x49eSt1q/SE6lcWAc+U4WkAdkd8D4ZDKLNDht1TAr0UHmk0bbkXQbVqhx0aWA8Up9eD3M6lidhglI2TE73BuSOrBCS1mFXKB/D0zgyUz3YSAIW8kjra9K48A8LRsi+uv1mTLTvyTv9Nngm+7ekDQRdWk5O6L/sj5T3vNVr89ONp/GgTot50b0/4d53yFVavkNBTowhezX+hgkkySlRVrPFeKAbK1XZDlpJ9sxfMm9N7T+h7xO6oA1LjtAAkmW8j2GJwlGSc9L9fos6XEHDLULrHHJ7bK1tpI3gXF+UEqC2waTAddoWw0GMmi/4lZADpWnatzOPGT8CEym+0V+qtNLYA4sqyvkWMhISYzx5zB5PK+zeen0L9Q2WdqDiJYcQOeR8Di2M69Q41XqjFU5+YfBr+8mzHE8AyZIJe3Klv2CIVQWuH7oGN/pGYc6JMabyQuY2dWgQPkOnCCbYT6jxPiTwD024D6RvUgp34F1WlZ7xjfCfFxIQNqlr0MG8h2YqeUPr10+IlY71y3kNkbAgSjZvSwfFR9hlr8HGch3oE1LSTjlTvt4LSUD1iJD+dvwJLkQMVa23hzEf/8llr8CkiolyDbA5HErOUJvZW1clObHJBON/pz2AQAA//+E2O8YAAAABklEQVQDAFgZez6mhmlKAAAAAElFTkSuQmCC',
};
