-- Load for wrk: `wrk -s bench/load.lua URL -- FILE CLIENTS`. Asks for the paths in FILE in their order, again
-- and again. With CLIENTS above 0, each request names one of as many visitors behind a proxy.
local requests, at = {}, 0

function init(args)
  local clients = tonumber(args[2])
  local paths = {}
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
  for number = 1, math.max(#paths, clients) do
    if clients > 0 then
      wrk.headers["X-Forwarded-For"] = "10.1." .. math.floor(number % clients / 250) .. "." .. (number % clients % 250 + 1)
    end
    requests[number] = wrk.format("GET", paths[(number - 1) % #paths + 1])
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
