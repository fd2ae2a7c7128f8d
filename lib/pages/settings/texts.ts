/** The texts of the settings. */

import type { Account } from '../../client/index.ts'
import type { Texts } from '../session/language.ts'
import type { CommandName } from './commands.ts'

interface Dictionary {
  title: string
  store: string
  change: string
  changeHint: string
  pages: string
  docs: string
  fields: Record<'name' | 'account' | 'mode' | 'currency' | 'language' | 'timeZone' | 'features' | 'scope', string>
  modes: Record<Account['mode'], string>
  features: Record<Account['features'][number], string>
  noFeatures: string
  language: string
  colors: string
  commands: Record<CommandName, string>
  copy: string
  copied: string
  reference: string
  /** Follows a link to a text in English; empty in English. */
  english: string
  /** The titles of guides, by the last part of their URL. */
  guides: Record<
    | 'stores-and-keys'
    | 'products'
    | 'refunds-and-captures'
    | 'subscriptions'
    | 'mails'
    | 'stripe'
    | 'moving-in'
    | 'events'
    | 'operate',
    string
  >
}

export const texts: Texts<Dictionary> = {
  en: {
    title: 'Settings',
    store: 'Store',
    change: 'Change the settings of the store',
    changeHint:
      'Whoever runs the store does it with these lines in the folder of the project. A deployed store needs --stage and its name, too. The name and the currency cannot be changed.',
    pages: 'These pages, in this browser',
    docs: 'Documentation',
    fields: {
      name: 'Name',
      account: 'Number',
      mode: 'Mode of your key',
      currency: 'Currency',
      language: 'Language of mails to buyers',
      timeZone: 'Time zone',
      features: 'Features',
      scope: 'Your key',
    },
    modes: { Test: 'Test', Live: 'Live' },
    features: { abandonedCarts: 'Abandoned carts', subscriptions: 'Subscriptions', creditNotes: 'Credit notes' },
    noFeatures: 'None',
    language: 'Language',
    colors: 'Colors',
    commands: {
      show: 'Show all settings',
      features: 'Features that are on; all others are turned off',
      language: 'Language of mails to buyers: en, fr, de or es',
      timeZone: 'Time zone',
      mailFrom: 'Sender of mails to buyers',
      gateway: 'Payments with sandbox, stripe or none',
      keys: 'List the keys',
      newKey: 'Create a key: all, read, orders or events',
    },
    copy: 'Copy',
    copied: 'Copied',
    reference: 'All endpoints of the API',
    english: '',
    guides: {
      'stores-and-keys': 'Stores and keys',
      products: 'Products',
      'refunds-and-captures': 'Refunds and captures',
      subscriptions: 'Subscriptions',
      mails: 'Mails to buyers',
      stripe: 'Payments with Stripe',
      'moving-in': 'Moving from another system',
      events: 'Events of the checkout',
      operate: 'Operating the store',
    },
  },
  fr: {
    title: 'Réglages',
    store: 'Boutique',
    change: 'Changer les réglages de la boutique',
    changeHint:
      'La personne qui gère la boutique le fait avec ces lignes, dans le dossier du projet. Une boutique en ligne demande aussi --stage et son nom. Le nom et la devise ne peuvent pas être changés.',
    pages: 'Ces pages, dans ce navigateur',
    docs: 'Documentation',
    fields: {
      name: 'Nom',
      account: 'Numéro',
      mode: 'Mode de votre clé',
      currency: 'Devise',
      language: 'Langue des e-mails aux acheteurs',
      timeZone: 'Fuseau horaire',
      features: 'Fonctions',
      scope: 'Votre clé',
    },
    modes: { Test: 'Test', Live: 'En direct' },
    features: { abandonedCarts: 'Paniers abandonnés', subscriptions: 'Abonnements', creditNotes: 'Avoirs' },
    noFeatures: 'Aucune',
    language: 'Langue',
    colors: 'Couleurs',
    commands: {
      show: 'Afficher tous les réglages',
      features: 'Fonctions actives ; toutes les autres sont désactivées',
      language: 'Langue des e-mails aux acheteurs : en, fr, de ou es',
      timeZone: 'Fuseau horaire',
      mailFrom: 'Expéditeur des e-mails aux acheteurs',
      gateway: 'Paiements avec sandbox, stripe ou none',
      keys: 'Lister les clés',
      newKey: 'Créer une clé : all, read, orders ou events',
    },
    copy: 'Copier',
    copied: 'Copié',
    reference: 'Tous les points d’accès de l’API',
    english: ' (en anglais)',
    guides: {
      'stores-and-keys': 'Boutiques et clés',
      products: 'Produits',
      'refunds-and-captures': 'Remboursements et encaissements',
      subscriptions: 'Abonnements',
      mails: 'E-mails aux acheteurs',
      stripe: 'Paiements avec Stripe',
      'moving-in': 'Venir d’un autre système',
      events: 'Événements du paiement',
      operate: 'Exploiter la boutique',
    },
  },
  de: {
    title: 'Einstellungen',
    store: 'Shop',
    change: 'Einstellungen des Shops ändern',
    changeHint:
      'Wer den Shop betreibt, tut das mit diesen Zeilen im Ordner des Projekts. Ein Shop in der Cloud braucht auch --stage und seinen Namen. Name und Währung lassen sich nicht ändern.',
    pages: 'Diese Seiten, in diesem Browser',
    docs: 'Dokumentation',
    fields: {
      name: 'Name',
      account: 'Nummer',
      mode: 'Modus Ihres Schlüssels',
      currency: 'Währung',
      language: 'Sprache der Mails an Käufer',
      timeZone: 'Zeitzone',
      features: 'Funktionen',
      scope: 'Ihr Schlüssel',
    },
    modes: { Test: 'Test', Live: 'Live' },
    features: { abandonedCarts: 'Verlassene Warenkörbe', subscriptions: 'Abonnements', creditNotes: 'Gutschriften' },
    noFeatures: 'Keine',
    language: 'Sprache',
    colors: 'Farben',
    commands: {
      show: 'Alle Einstellungen zeigen',
      features: 'Funktionen, die an sind; alle anderen werden ausgeschaltet',
      language: 'Sprache der Mails an Käufer: en, fr, de oder es',
      timeZone: 'Zeitzone',
      mailFrom: 'Absender der Mails an Käufer',
      gateway: 'Zahlungen mit sandbox, stripe oder none',
      keys: 'Schlüssel auflisten',
      newKey: 'Schlüssel anlegen: all, read, orders oder events',
    },
    copy: 'Kopieren',
    copied: 'Kopiert',
    reference: 'Alle Endpunkte der API',
    english: ' (auf Englisch)',
    guides: {
      'stores-and-keys': 'Shops und Schlüssel',
      products: 'Produkte',
      'refunds-and-captures': 'Erstattungen und Einzüge',
      subscriptions: 'Abonnements',
      mails: 'Mails an Käufer',
      stripe: 'Zahlungen mit Stripe',
      'moving-in': 'Umzug aus einem anderen System',
      events: 'Ereignisse der Kasse',
      operate: 'Den Shop betreiben',
    },
  },
  es: {
    title: 'Ajustes',
    store: 'Tienda',
    change: 'Cambiar los ajustes de la tienda',
    changeHint:
      'Quien gestiona la tienda lo hace con estas líneas, en la carpeta del proyecto. Una tienda en la nube necesita además --stage y su nombre. El nombre y la moneda no se pueden cambiar.',
    pages: 'Estas páginas, en este navegador',
    docs: 'Documentación',
    fields: {
      name: 'Nombre',
      account: 'Número',
      mode: 'Modo de su clave',
      currency: 'Moneda',
      language: 'Idioma de los correos a compradores',
      timeZone: 'Zona horaria',
      features: 'Funciones',
      scope: 'Su clave',
    },
    modes: { Test: 'Prueba', Live: 'En vivo' },
    features: {
      abandonedCarts: 'Carritos abandonados',
      subscriptions: 'Suscripciones',
      creditNotes: 'Notas de crédito',
    },
    noFeatures: 'Ninguna',
    language: 'Idioma',
    colors: 'Colores',
    commands: {
      show: 'Mostrar todos los ajustes',
      features: 'Funciones activas; todas las demás se desactivan',
      language: 'Idioma de los correos a compradores: en, fr, de o es',
      timeZone: 'Zona horaria',
      mailFrom: 'Remitente de los correos a compradores',
      gateway: 'Pagos con sandbox, stripe o none',
      keys: 'Listar las claves',
      newKey: 'Crear una clave: all, read, orders o events',
    },
    copy: 'Copiar',
    copied: 'Copiado',
    reference: 'Todos los puntos de acceso de la API',
    english: ' (en inglés)',
    guides: {
      'stores-and-keys': 'Tiendas y claves',
      products: 'Productos',
      'refunds-and-captures': 'Reembolsos y cobros',
      subscriptions: 'Suscripciones',
      mails: 'Correos a compradores',
      stripe: 'Pagos con Stripe',
      'moving-in': 'Venir de otro sistema',
      events: 'Eventos del pago',
      operate: 'Operar la tienda',
    },
  },
}
