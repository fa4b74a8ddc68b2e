-- wrk: a service asking for one live session again and again.
wrk.method = "POST"
wrk.body = "token=" .. os.getenv("BENCH_TOKEN")
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Authorization"] = "Basic " .. os.getenv("BENCH_BASIC")
wrk.headers["Host"] = "localhost:8099"
