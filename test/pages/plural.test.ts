/** Tests that texts with a number are singular or plural, in all languages of the pages. */

import { expect, test } from 'vitest'

type Text = (...values: unknown[]) => string

/**
 * Returns the texts of a module with this name, such as `limits.usages`, by language. The module is imported by its
 * URL, because the type check of the tests does not have the types of browsers, which the pages need.
 */
async function find(module: string, name: string): Promise<Record<string, Text>> {
  const { texts } = await import(new URL(`../../lib/pages/${module}.ts`, import.meta.url).href)
  const textOf = (dictionary: unknown) => name.split('.').reduce<any>((part, key) => part[key], dictionary)
  return Object.fromEntries(Object.entries(texts).map(([language, dictionary]) => [language, textOf(dictionary)]))
}

const express = (days: string) => ({ shipping: 'Express', cost: '9 €', days })

test.each<[string, string, unknown[], string, string, string, string]>([
  ['carts/texts', 'shown', [1, '9 €'], '1 cart: 9 €', '1 panier : 9 €', '1 Warenkorb: 9 €', '1 carrito: 9 €'],
  [
    'carts/texts',
    'shownSoFar',
    [1, '9 €'],
    '1 cart so far: 9 €',
    '1 panier jusqu’ici : 9 €',
    'Bisher 1 Warenkorb: 9 €',
    '1 carrito hasta ahora: 9 €',
  ],
  ['carts/texts', 'others', ['A', 1], 'A and 1 more', 'A et 1 de plus', 'A und 1 weiterer', 'A y 1 más'],
  [
    'discounts/texts',
    'limits.usages',
    ['1'],
    'For the first order.',
    'Pour la première commande.',
    'Für die erste Bestellung.',
    'Para el primer pedido.',
  ],
  [
    'discounts/texts',
    'limits.usages',
    ['1.000'],
    'For the first 1.000 orders.',
    'Pour les 1.000 premières commandes.',
    'Für die ersten 1.000 Bestellungen.',
    'Para los primeros 1.000 pedidos.',
  ],
  [
    'discounts/texts',
    'effects.Shipping',
    [express('1')],
    '“Express” for 9 €, within 1 day',
    '« Express » pour 9 €, en 1 jour',
    '„Express“ für 9 €, in 1 Tag',
    '«Express» por 9 €, en 1 día',
  ],
  [
    'discounts/texts',
    'effects.Shipping',
    [express('0')],
    '“Express” for 9 €, within 0 days',
    '« Express » pour 9 €, en 0 jour',
    '„Express“ für 9 €, in 0 Tagen',
    '«Express» por 9 €, en 0 días',
  ],
  ['home/texts', 'carts', ['1'], '1 open', '1 ouvert', '1 offen', '1 abierto'],
  ['home/texts', 'carts', ['2'], '2 open', '2 ouverts', '2 offen', '2 abiertos'],
  [
    'home/texts',
    'recovered',
    ['1'],
    '1 recovered in 30 days',
    '1 récupéré en 30 jours',
    '1 in 30 Tagen zurückgewonnen',
    '1 recuperado en 30 días',
  ],
  [
    'order-export/texts',
    'ready',
    ['1'],
    '1 order is in the file.',
    '1 commande est dans le fichier.',
    '1 Bestellung ist in der Datei.',
    '1 pedido está en el archivo.',
  ],
  [
    'order-export/texts',
    'progress',
    ['0', '1'],
    '0 of 1 order',
    '0 commande sur 1',
    '0 von 1 Bestellung',
    '0 de 1 pedido',
  ],
  [
    'order-export/texts',
    'progress',
    ['2', '3'],
    '2 of 3 orders',
    '2 commandes sur 3',
    '2 von 3 Bestellungen',
    '2 de 3 pedidos',
  ],
  ['list/texts', 'pastEnd', ['1'], 'There is only 1.', 'Il n’y en a que 1.', 'Es gibt nur 1.', 'Solo hay 1.'],
  ['orders/list-texts', 'count', ['1'], '1 selected', '1 choisie', '1 ausgewählt', '1 seleccionado'],
  ['orders/order/texts', 'items', [0], '0 items', '0 article', '0 Artikel', '0 artículos'],
  [
    'products/texts',
    'stock.lowVariants',
    [1],
    '1 variant low',
    '1 variante faible',
    '1 Variante wenig',
    '1 variante con pocas',
  ],
  [
    'products/texts',
    'sales.chart',
    ['1'],
    '1 unit sold in 30 days',
    '1 unité vendue en 30 jours',
    '1 Stück in 30 Tagen verkauft',
    '1 unidad vendida en 30 días',
  ],
  ['shipping/texts', 'days', ['1'], '1 day', '1 jour', '1 Tag', '1 día'],
  ['shipping/texts', 'days', ['0'], '0 days', '0 jour', '0 Tage', '0 días'],
  ['shipping/texts', 'days', ['1 – 2'], '1 – 2 days', '1 – 2 jours', '1 – 2 Tage', '1 – 2 días'],
  ['subscriptions/texts', 'days', ['1'], '1 day', '1 jour', '1 Tag', '1 día'],
])('%s: %s of %j in each language', async (module, name, values, ...expected) => {
  const texts = await find(module, name)
  expect(['en', 'fr', 'de', 'es'].map(language => texts[language]?.(...values))).toEqual(expected)
})
