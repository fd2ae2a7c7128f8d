/** The texts of the domain screen. */

import type { Texts } from '../session/language.ts'

const en = {
  title: 'Domains',
  explanation:
    'These domains may use the checkout. Links to downloads use the default domain, if the account has no other address for them.',
  none: 'No domains yet',
  domain: 'Domain',
  protocol: 'Protocol',
  actions: 'Actions',
  default: 'Default',
  addTitle: 'Add a domain',
  asDefault: 'Use it as the default domain',
  add: 'Add',
  added: 'The domain is added.',
  makeDefault: 'Make default',
  defaultChanged: 'The default domain is changed.',
  remove: 'Remove',
  removeTitle: (domain: string) => `Remove ${domain}?`,
  removeSentences: (domain: string) => [
    `${domain} may no longer use the checkout. Open carts and orders stay as they are.`,
  ],
  removed: 'The domain is removed.',
}

export const texts: Texts<typeof en> = {
  en,
  fr: {
    title: 'Domaines',
    explanation:
      'Ces domaines peuvent utiliser le paiement. Les liens de téléchargement utilisent le domaine par défaut, si le compte n’a pas d’autre adresse.',
    none: 'Pas encore de domaine',
    domain: 'Domaine',
    protocol: 'Protocole',
    actions: 'Actions',
    default: 'Par défaut',
    addTitle: 'Ajouter un domaine',
    asDefault: 'L’utiliser comme domaine par défaut',
    add: 'Ajouter',
    added: 'Le domaine est ajouté.',
    makeDefault: 'Mettre par défaut',
    defaultChanged: 'Le domaine par défaut est changé.',
    remove: 'Retirer',
    removeTitle: domain => `Retirer ${domain} ?`,
    removeSentences: domain => [
      `${domain} ne peut plus utiliser le paiement. Les paniers ouverts et les commandes ne changent pas.`,
    ],
    removed: 'Le domaine est retiré.',
  },
  de: {
    title: 'Domains',
    explanation:
      'Diese Domains dürfen die Kasse nutzen. Links zu Downloads nutzen die Standard-Domain, wenn das Konto keine andere Adresse dafür hat.',
    none: 'Noch keine Domains',
    domain: 'Domain',
    protocol: 'Protokoll',
    actions: 'Aktionen',
    default: 'Standard',
    addTitle: 'Domain hinzufügen',
    asDefault: 'Als Standard-Domain verwenden',
    add: 'Hinzufügen',
    added: 'Die Domain ist hinzugefügt.',
    makeDefault: 'Zum Standard machen',
    defaultChanged: 'Die Standard-Domain ist geändert.',
    remove: 'Entfernen',
    removeTitle: domain => `${domain} entfernen?`,
    removeSentences: domain => [
      `${domain} darf die Kasse nicht mehr nutzen. Offene Warenkörbe und Bestellungen bleiben, wie sie sind.`,
    ],
    removed: 'Die Domain ist entfernt.',
  },
  es: {
    title: 'Dominios',
    explanation:
      'Estos dominios pueden usar el pago. Los enlaces de descarga usan el dominio principal, si la cuenta no tiene otra dirección.',
    none: 'Aún no hay dominios',
    domain: 'Dominio',
    protocol: 'Protocolo',
    actions: 'Acciones',
    default: 'Principal',
    addTitle: 'Añadir un dominio',
    asDefault: 'Usarlo como dominio principal',
    add: 'Añadir',
    added: 'El dominio está añadido.',
    makeDefault: 'Hacer principal',
    defaultChanged: 'El dominio principal ha cambiado.',
    remove: 'Quitar',
    removeTitle: domain => `¿Quitar ${domain}?`,
    removeSentences: domain => [`${domain} ya no puede usar el pago. Los carritos abiertos y los pedidos no cambian.`],
    removed: 'El dominio está quitado.',
  },
}
