vcl 4.1;

# Varnish between nginx and the web processes of Keystrip. Holds public pages by the tags that they name and drops them when the
# site says so (PURGE_URLS). For Varnish 7 with the vmod xkey (Debian: varnish-modules; part of the official image). Start:
#
#   varnishd -f keystrip.vcl -a http=127.0.0.1:6081 -a purge=127.0.0.1:6082 -s default,256m -p http_gzip_support=off \
#     -p backend_remote_error_holddown=0
#
# Without `http_gzip_support=off`, Varnish asks for gzip alone and visitors get no Brotli. PURGE_URLS=http://127.0.0.1:6082/.
# With a holddown, a process that was just replaced is not asked for a moment, which may be when the other one stops.
# What a site has to change is marked with "SITE:".

import directors;
import std;
import xkey;

# /readyz is 503 while a process stops and while no page can be read.
probe ready {
    .url = "/readyz";
    .interval = 1s;
    .timeout = 3s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
}

# SITE: the web processes, each twice: with the probe and without.
backend web1 { .host = "127.0.0.1"; .port = "3001"; .probe = ready; .connect_timeout = 1s; .first_byte_timeout = 10s; }
backend web2 { .host = "127.0.0.1"; .port = "3002"; .probe = ready; .connect_timeout = 1s; .first_byte_timeout = 10s; }
backend web1_unprobed { .host = "127.0.0.1"; .port = "3001"; .connect_timeout = 1s; .first_byte_timeout = 10s; }
backend web2_unprobed { .host = "127.0.0.1"; .port = "3002"; .connect_timeout = 1s; .first_byte_timeout = 10s; }

# SITE: who may purge, on the socket `purge` alone: the web processes.
acl purgers {
    "127.0.0.1";
}

sub vcl_init {
    new ready_web = directors.round_robin();
    ready_web.add_backend(web1);
    ready_web.add_backend(web2);
    # While none is ready: their own stale pages and status pages.
    new any_web = directors.round_robin();
    any_web.add_backend(web1_unprobed);
    any_web.add_backend(web2_unprobed);
}

sub vcl_recv {
    if (local.socket == "purge") {
        if (req.method != "PURGE" || client.ip !~ purgers) {
            return (synth(405, "Method Not Allowed"));
        }
        if (!req.http.Surrogate-Key) {
            return (synth(400, "Surrogate-Key Missing"));
        }
        if (req.http.Fastly-Soft-Purge == "1") {
            # Nothing was taken away. Pages become stale: see `req.grace`.
            set req.http.X-Purged = xkey.softpurge(req.http.Surrogate-Key);
        } else {
            set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
        }
        return (synth(200, "Purged"));
    }
    if (req.method == "PURGE") {
        return (synth(405, "Method Not Allowed"));
    }

    set req.backend_hint = ready_web.backend();
    if (req.restarts == 0) {
        unset req.http.X-Any-Age;
        unset req.http.X-Public;
    }
    if (!std.healthy(req.backend_hint)) {
        set req.backend_hint = any_web.backend();
        # Stale pages for as long as they are held.
        set req.http.X-Any-Age = "1";
    }
    if (!req.http.X-Any-Age) {
        # Stale for a second while a new one is fetched: past its lifetime, or after a soft purge, which comes half a second after the
        # change. A later request waits for the page cache of the site, which has the page. Not longer: a soft purge leaves
        # pages out that are stale already.
        set req.grace = 1s;
    } else {
        # A restart keeps what the first attempt has set.
        set req.grace = 24h;
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The client router asks for payloads, which differ by headers that change with every page.
    if (req.http.RSC) {
        return (pass);
    }
    # A browser that has just changed something gets the change (lib/cache/just-changed.ts).
    if (req.http.Cookie ~ "(^|;\s*)fresh=1(;|$)") {
        return (pass);
    }
    # Public addresses alone (server/page-key.ts). The site renders them for nobody: no cookie changes them.
    if (req.url !~ "^(/[a-z]{2}(-[a-z]{2})?)?/home/(index|faq|developers(/account)?|publish(/(automation|iconpack|plugin|profile|page))?|(iconpack|plugin|profile|page)(/detail/[^/?]+)?|author/[^/?]+(/(iconpack|plugin|profile|page))?|about/[^/?]+)(\?|$)"
        && req.url !~ "^/(_next/static|_flight)/") {
        return (pass);
    }
    set req.http.X-Public = "1";
    # Named by `Vary` of every page, without effect on a document.
    unset req.http.Next-Router-State-Tree;
    unset req.http.Next-Router-Prefetch;
    unset req.http.Next-Router-Segment-Prefetch;
    unset req.http.Next-Url;
    call normalise_encoding;
    return (hash);
}

# The site sends Brotli, gzip or neither: three variants of a page instead of one per browser.
sub normalise_encoding {
    if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*br\s*(;\s*q=(1(\.0*)?|0?\.\d*[1-9]\d*)\s*)?(,|$)") {
        set req.http.Accept-Encoding = "br";
    } else if (req.http.Accept-Encoding ~ "(?i)(^|,)\s*gzip\s*(;\s*q=(1(\.0*)?|0?\.\d*[1-9]\d*)\s*)?(,|$)") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
}

sub vcl_hash {
    # Not by host: the site renders pages for its own name, whatever the request says.
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    unset bereq.http.X-Public;
    if (bereq.retries > 0) {
        # SITE: another one than at the first attempt. A director may give the same again, until its probe has failed.
        if (bereq.http.X-Tried ~ "^web1") {
            set bereq.backend = web2_unprobed;
        } else {
            set bereq.backend = web1_unprobed;
        }
        unset bereq.http.X-Tried;
    }
}

sub vcl_backend_response {
    if (beresp.status >= 500 && !bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Any-Age)) {
        # A stale page stays, which any other answer would replace. vcl_synth tries again with it.
        return (abandon);
    }
    if (bereq.is_bgfetch && !bereq.http.X-Any-Age && beresp.status == 200 && beresp.http.Cache-Control ~ "(?i)\bno-store\b") {
        # The site renders the page and sends one from before the change meanwhile. What is held is the same, and stays for its second.
        return (abandon);
    }
    if (bereq.url ~ "^/_next/static/" && beresp.status == 404 && bereq.retries == 0) {
        # During an upgrade, one process has the scripts of the old release, another those of the new one.
        set bereq.http.X-Tried = beresp.backend;
        return (retry);
    }
    if (bereq.uncacheable) {
        return (deliver);
    }
    if (beresp.status == 200 && !beresp.http.Set-Cookie
        && beresp.http.Cache-Control ~ "(?i)\bpublic\b" && beresp.http.Cache-Control !~ "(?i)\b(private|no-store|no-cache)\b"
        && (beresp.http.Surrogate-Key || bereq.url ~ "^/_next/static/")) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        unset beresp.http.Surrogate-Key;
        unset beresp.http.Cache-Tag;
        if (bereq.url ~ "^/_next/static/") {
            set beresp.ttl = 7d;
        } else if (beresp.ttl < 1s) {
            # The page is stale, and the site renders a new one.
            set beresp.ttl = 1s;
        }
        set beresp.grace = 24h;
        set beresp.keep = 0s;
        return (deliver);
    }
    # Not public after all. Requests for it need not wait for each other.
    set beresp.uncacheable = true;
    set beresp.grace = 0s;
    set beresp.ttl = 60s;
    if (beresp.status >= 500 || beresp.http.Cache-Control ~ "(?i)\bno-store\b") {
        # A failure, or a page that was purged while it was rendered: the next answer may be held.
        set beresp.ttl = 0s;
    }
    return (deliver);
}

sub vcl_backend_error {
    if (bereq.retries == 0 && (bereq.method == "GET" || bereq.method == "HEAD")) {
        set bereq.http.X-Tried = beresp.backend;
        return (retry);
    }
    if (!bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.X-Any-Age)) {
        return (abandon);
    }
    call plain_error;
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    if (req.http.X-Public) {
        if (obj.hits > 0) {
            set resp.http.Cache-Status = resp.http.Cache-Status + ", front; hit";
        } else {
            set resp.http.Cache-Status = resp.http.Cache-Status + ", front; fwd=miss";
        }
        # That of the request for which it was fetched is no use.
        if (req.http.X-Request-Id) {
            set resp.http.X-Request-Id = req.http.X-Request-Id;
        }
    }
    return (deliver);
}

sub plain_error {
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    synthetic("The site cannot be reached. Please try again in a moment.");
}

sub vcl_synth {
    if (resp.status >= 500 && req.http.X-Public && !req.http.X-Any-Age && req.restarts == 0) {
        # The same request again, now with stale pages of any age, or else the answer of the site.
        set req.http.X-Any-Age = "1";
        return (restart);
    }
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.http.Cache-Control = "no-store";
    if (resp.status == 405) {
        set resp.http.Allow = "GET, HEAD, POST, OPTIONS";
    }
    if (req.http.X-Purged) {
        set resp.body = req.http.X-Purged;
    } else {
        set resp.body = resp.reason;
    }
    return (deliver);
}
