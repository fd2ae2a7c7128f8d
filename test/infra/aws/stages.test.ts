import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { pointInTimeRecoveryDays } from '../../../infra/constants.ts'
import { findStage } from '../../../infra/stages.ts'
import { stackFor } from './template.ts'

describe('stages', () => {
  test.each(['dev', 'staging', 'prod'])('%s is a stage', name => {
    expect(findStage(name).name).toBe(name)
  })

  test.each(['dev', 'staging', 'prod'])(
    '%s keeps events for less than the 60 days in which a repeated download is recognized',
    name => {
      expect(findStage(name).eventArchiveDays).toBeLessThan(60)
    },
  )

  test('prod keeps backups for longer than point-in-time recovery reaches back', () => {
    expect(findStage('prod').backupDays).toBeGreaterThan(pointInTimeRecoveryDays)
  })

  test.each(['dev', 'staging', 'prod'])('%s always has a backup, as one is kept until there is another', name => {
    expect(findStage(name).backupDays).toBeGreaterThan(7)
  })

  test('staging has the limits of prod, and neither its table nor its address', () => {
    const [staging, prod] = [findStage('staging'), findStage('prod')]
    const different = Object.keys(prod).filter(
      name => !isDeepStrictEqual(Reflect.get(staging, name), Reflect.get(prod, name)),
    )
    expect(different.sort()).toEqual([
      'alarms',
      'backupDays',
      'eventArchiveDays',
      'logRemovalPolicy',
      'logRetention',
      'name',
      'terminationProtection',
    ])
    expect(Object.keys(staging)).not.toContain('tableName')
    expect(Object.keys(staging)).not.toContain('domain')
  })

  test('staging can be deployed without a receiver of alarms', () => {
    const { alarms } = findStage('staging')
    expect(() => stackFor({ stage: 'staging', settings: { alarms } })).not.toThrow()
  })

  test.each(['production', '', 'toString', '__proto__'])('%j is not a stage, and the error names the stages', name => {
    expect(() => findStage(name)).toThrow('infra/stages.ts defines: dev, staging, prod.')
  })
})
