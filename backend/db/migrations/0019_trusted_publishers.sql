CREATE TABLE "trusted_publishers" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"project_id" text COLLATE "C",
	"first_kind" text,
	"first_title" text,
	"issuer" text NOT NULL,
	"repository" text NOT NULL,
	"repository_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"workflow" text NOT NULL,
	"environment" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "trusted_publishers_target" CHECK ("trusted_publishers"."project_id" IS NOT NULL OR ("trusted_publishers"."first_kind" IS NOT NULL AND "trusted_publishers"."first_title" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "used_identity_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "publisher_id" text;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_uid_accounts_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."accounts"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trusted_publishers_by_repository" ON "trusted_publishers" USING btree ("issuer","repository_id");--> statement-breakpoint
CREATE INDEX "trusted_publishers_by_name" ON "trusted_publishers" USING btree ("issuer",lower("repository"));--> statement-breakpoint
CREATE INDEX "trusted_publishers_by_account" ON "trusted_publishers" USING btree ("uid","project_id");--> statement-breakpoint
CREATE INDEX "trusted_publishers_by_project" ON "trusted_publishers" USING btree ("project_id") WHERE "trusted_publishers"."project_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "used_identity_tokens_by_end" ON "used_identity_tokens" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_publisher_id_trusted_publishers_id_fk" FOREIGN KEY ("publisher_id") REFERENCES "public"."trusted_publishers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_by_publisher" ON "access_tokens" USING btree ("publisher_id","expires_at") WHERE "access_tokens"."publisher_id" IS NOT NULL;