CREATE TABLE "failed_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"priority" integer NOT NULL,
	"share" text,
	"attempts" integer NOT NULL,
	"failure" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_networks" (
	"hash" text NOT NULL,
	"uid" text NOT NULL,
	"project_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_networks_hash_uid_project_id_pk" PRIMARY KEY("hash","uid","project_id")
);
--> statement-breakpoint
ALTER TABLE "account_networks" ADD CONSTRAINT "account_networks_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "failed_jobs_by_subject" ON "failed_jobs" USING btree ("name","subject");--> statement-breakpoint
CREATE INDEX "failed_jobs_by_time" ON "failed_jobs" USING btree ("at");--> statement-breakpoint
CREATE INDEX "account_networks_by_account" ON "account_networks" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "account_networks_by_time" ON "account_networks" USING btree ("at");