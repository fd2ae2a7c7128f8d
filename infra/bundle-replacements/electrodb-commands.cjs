/** The SDK's commands for ElectroDB: `electrodb.ts` adds them. */
module.exports = {}
