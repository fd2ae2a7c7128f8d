/** The texts of the sign-in screen. */

import type { Texts } from './language.ts'

const en = {
  title: 'Sign in to the back office',
  key: 'Secret key',
  keyHint: 'It is kept in this tab only, until you close the tab or sign out.',
  signIn: 'Sign in',
  otherKey: 'Use another key',
  where: 'No key yet?',
  keys: 'How keys are created',
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    title: 'Se connecter au back-office',
    key: 'Clé secrète',
    keyHint: 'Elle reste dans cet onglet seulement, jusqu’à sa fermeture ou la déconnexion.',
    signIn: 'Se connecter',
    otherKey: 'Utiliser une autre clé',
    where: 'Pas encore de clé ?',
    keys: 'Créer une clé',
  },
  de: {
    title: 'Im Back-Office anmelden',
    key: 'Geheimer Schlüssel',
    keyHint: 'Er bleibt nur in diesem Tab, bis Sie ihn schließen oder sich abmelden.',
    signIn: 'Anmelden',
    otherKey: 'Anderen Schlüssel verwenden',
    where: 'Noch kein Schlüssel?',
    keys: 'Einen Schlüssel erstellen',
  },
  es: {
    title: 'Entrar en la administración',
    key: 'Clave secreta',
    keyHint: 'Se guarda solo en esta pestaña, hasta que la cierre o salga.',
    signIn: 'Entrar',
    otherKey: 'Usar otra clave',
    where: '¿Aún no tiene clave?',
    keys: 'Cómo crear una clave',
  },
}
